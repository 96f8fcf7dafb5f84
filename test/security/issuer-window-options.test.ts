// S9: a window with a foreign page must have fewer rights than the app's window.
import type { Session } from 'electron'
import { describe, expect, it } from 'vitest'
import { issuerPreferences, issuerWindowOptions } from '../../src-main/window/issuer/issuer-window-options'

const session = { name: 'a throw-away session' } as unknown as Session
const closed = {
  session,
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
  enableBlinkFeatures: '',
  disableBlinkFeatures: '',
  enableWebSQL: false,
  enableDeprecatedPaste: false,
  autoplayPolicy: 'document-user-activation-required',
  disableWakeLocks: true,
  disableHtmlFullscreenWindowResize: true,
  safeDialogs: true,
  offscreen: false,
  backgroundThrottling: true,
  enablePreferredSizeMode: false,
  focusOnNavigation: true,
  devTools: false,
}
const choices = {
  parent: null,
  session,
  iconFile: null,
  host: 'acs.bank.example',
  workArea: { x: 0, y: 0, width: 1920, height: 1080 },
}

describe('S9: the options of an issuer’s window', () => {
  it('are these and no others: no preload, no Node, no developer tools', () => {
    expect(issuerPreferences(session)).toEqual({ ...closed, javascript: true, backgroundThrottling: false })
  })

  it('let the bar run no script at all', () => {
    expect(issuerWindowOptions(choices).webPreferences).toEqual({ ...closed, javascript: false })
  })

  it('name the host in the title, fit on the screen and cannot fill it', () => {
    expect(issuerWindowOptions(choices)).toMatchObject({
      title: 'Page of the card issuer: acs.bank.example',
      width: 640,
      height: 764,
      fullscreenable: false,
      show: false,
    })
    expect(
      issuerWindowOptions({ ...choices, workArea: { x: 0, y: 0, width: 600, height: 500 } }),
    ).toMatchObject({
      width: 600,
      height: 500,
    })
  })

  it('open in the middle of the screen on which the app stands, also left of the primary one', () => {
    const workArea = { x: -1920, y: 40, width: 1920, height: 1040 }
    expect(issuerWindowOptions({ ...choices, workArea })).toMatchObject({ x: -1280, y: 178 })
  })
})
