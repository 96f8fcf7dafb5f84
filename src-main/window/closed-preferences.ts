import type { WebPreferences } from 'electron'

/**
 * Preferences of every window, the app's and the issuer's. All are set explicitly, so that no default of Electron
 * applies.
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
  plugins: false,
  webgl: false,
  navigateOnDragDrop: false,
  disableDialogs: true,
  spellcheck: false,
} as const satisfies WebPreferences
