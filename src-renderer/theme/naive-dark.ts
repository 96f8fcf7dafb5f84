import {
  buttonDark,
  cardDark,
  checkboxDark,
  commonDark,
  createTheme,
  dialogDark,
  inputDark,
  modalDark,
  radioDark,
  scrollbarDark,
  type GlobalTheme,
} from 'naive-ui'

/**
 * The dark theme of the Naive UI components that the app uses. Naive UI's own `darkTheme` brings the styles of all its
 * components into the script of the window.
 */
export const naiveDark: GlobalTheme = {
  ...createTheme('dark', [
    scrollbarDark,
    buttonDark,
    inputDark,
    checkboxDark,
    radioDark,
    modalDark,
    cardDark,
    dialogDark,
  ]),
  common: commonDark,
}
