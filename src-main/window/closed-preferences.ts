import type { WebPreferences } from 'electron'

/** What every window and page of the app is refused, ours and an issuer's alike; written out, so that no default decides (C5). */
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
