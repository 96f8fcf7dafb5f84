// S5: a wrong window option would give the page access to Node, to other origins or to the disk.
import type { Session } from 'electron'
import { describe, expect, it } from 'vitest'
import { mainWindowOptions, type MainWindowChoices } from '../../src-main/window/window-options'

const choices: MainWindowChoices = {
  placement: { x: 10, y: 20, width: 1300, height: 900, isMaximized: false, zoomFactor: 1.5 },
  theme: 'light',
  preloadFile: '/app/out/preload/index.cjs',
  iconFile: null,
  session: { name: 'the session in memory' } as unknown as Session,
  isPackaged: true,
  isHidden: false,
}

describe('S5: the options of the window', () => {
  it('are exactly these', () => {
    expect(mainWindowOptions(choices)).toEqual({
      title: 'Rebill Desk',
      x: 10,
      y: 20,
      width: 1300,
      height: 900,
      minWidth: 1024,
      minHeight: 600,
      show: false,
      backgroundColor: '#f5f5f3',
      webPreferences: {
        preload: '/app/out/preload/index.cjs',
        session: choices.session,
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
        zoomFactor: 1.5,
        devTools: false,
      },
    })
  })

  it('allow developer tools only in an unpackaged build', () => {
    const devTools = (isPackaged: boolean) =>
      mainWindowOptions({ ...choices, isPackaged }).webPreferences?.devTools
    expect([devTools(true), devTools(false)]).toEqual([false, true])
  })

  it('leave an unknown position to the system, and follow the theme', () => {
    const options = mainWindowOptions({
      ...choices,
      placement: { x: undefined, y: undefined, width: 1280, height: 800, isMaximized: false, zoomFactor: 1 },
      theme: 'dark',
      iconFile: '/app/resources/icon.png',
    })
    expect(options).toMatchObject({ backgroundColor: '#111214', icon: '/app/resources/icon.png' })
    expect(options).not.toHaveProperty('x')
  })
})
