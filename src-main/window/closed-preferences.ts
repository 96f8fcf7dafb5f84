import type { WebPreferences } from 'electron'

/** Preferences that each window sets for itself, and those that only change how a page looks or how fast it is. */
type SetElsewhere =
  | 'preload'
  | 'session'
  | 'partition'
  | 'javascript'
  | 'devTools'
  | 'zoomFactor'
  | 'zoomMode'
  | 'v8CacheOptions'
  | 'additionalArguments'
  | 'accessibleTitle'
  | 'defaultEncoding'
  | 'defaultFontFamily'
  | 'defaultFontSize'
  | 'defaultMonospaceFontSize'
  | 'minimumFontSize'
  | 'imageAnimationPolicy'
  | 'images'
  | 'textAreasAreResizable'
  | 'scrollBounce'
  | 'transparent'
  | 'safeDialogsMessage'

/**
 * Preferences of every window, the app's and the issuer's. All are set explicitly, so that no default of Electron
 * applies. A preference that a new version of Electron brings is missing here, and the types say so.
 */
export const closedPreferences = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  disableBlinkFeatures: '',
  plugins: false,
  webgl: false,
  enableWebSQL: false,
  // `document.execCommand('paste')` would read the clipboard without a key press.
  enableDeprecatedPaste: false,
  autoplayPolicy: 'document-user-activation-required',
  disableWakeLocks: true,
  disableHtmlFullscreenWindowResize: true,
  navigateOnDragDrop: false,
  disableDialogs: true,
  safeDialogs: true,
  spellcheck: false,
  offscreen: false,
  backgroundThrottling: true,
  enablePreferredSizeMode: false,
  focusOnNavigation: true,
} as const satisfies Required<Omit<WebPreferences, SetElsewhere>>
