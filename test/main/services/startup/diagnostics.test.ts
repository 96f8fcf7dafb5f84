import { describe, expect, it } from 'vitest'
import { Diagnostics, type SystemFacts } from '../../../../src-main/services/startup/diagnostics'
import { readyEnvironment, startApp } from '../../../support/fakes'

const system: SystemFacts = {
  ...{ platform: 'linux', release: '6.1.0', arch: 'x64', locale: 'de-DE', memoryGb: 16 },
  ...{ isPackaged: true, isSafeMode: false, homeFolder: '/home/anna.nord' },
}

async function copied() {
  const env = await readyEnvironment()
  const app = await startApp(env)
  await app.settings.save({
    ...{ theme: 'dark', density: 'compact', detailPx: null, timeZone: 'Europe/Berlin' },
    operatorName: 'Anna Nord',
  })
  await app.charge()
  const texts: string[] = []
  const diagnostics = new Diagnostics({
    appState: app.appState,
    system,
    recentProblems: (count) =>
      Promise.resolve([
        {
          level: 'error',
          count,
          message: 'ENOENT /home/anna.nord/.config/x /home/anna.nordic /data/log.db \u202e',
        },
      ]),
    copyText: (text) => {
      texts.push(text)
      return Promise.resolve()
    },
    clock: env.clock,
  })
  await diagnostics.copy()
  return { text: texts.join(''), state: await app.appState.get() }
}

describe('the diagnostics', () => {
  it('tell versions, system, states, settings, profiles and the last problems', async () => {
    const said = JSON.parse((await copied()).text) as Record<string, unknown>
    expect(said).toMatchObject({
      made: '2026-06-15T12:00:00.000Z',
      versions: { app: expect.any(String) as string },
      system: { platform: 'linux', locale: 'de-DE', isPackaged: true },
      state: {
        start: { kind: 'ready' },
        keychain: { kind: 'os' },
        proof: { finding: null },
        callbackListener: 'off',
        policy: null,
      },
      settings: { theme: 'dark', density: 'compact', timeZone: 'Europe/Berlin' },
      profiles: [{ environment: 'production', safetyLevel: 'confirm', secret: 'present', endpoints: 2 }],
      problems: [{ level: 'error', count: 50 }],
    })
  })

  it('hold no name of a person, login, address, card or key, and the home folder as a tilde', async () => {
    const { text, state } = await copied()
    const profile = state.profiles[0]
    const ofProfile = [profile?.name, profile?.login, profile?.baseUrl, profile?.routes[0]?.id]
    expect(ofProfile.map((value) => typeof value)).toEqual(['string', 'string', 'string', 'string'])
    for (const hidden of ['Anna', 'anna.nord/', 'homeFolder', ...ofProfile])
      expect(text).not.toContain(hidden)
    expect(text).toContain('ENOENT ~/.config/x /home/anna.nordic <data folder>/log.db \\u202e')
  })
})
