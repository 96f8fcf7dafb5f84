; Registers rebill-desk:// links for the installed program, and removes them with it.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\rebill-desk" "" "URL:Rebill Desk order"
  WriteRegStr SHCTX "Software\Classes\rebill-desk" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\rebill-desk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\rebill-desk"
!macroend
