import { describe, expect, it } from 'vitest'
import { useAppStateStore } from '../../../src-renderer/stores/app-state'
import { appState } from '../../support/view-data'
import { startStores } from '../../support/mount-app'

describe('the app state store', () => {
  it('drops a snapshot that is older than the last event', async () => {
    const desk = await startStores()
    const store = useAppStateStore()
    desk.changeState({ online: false })
    store.apply(appState({ revision: 1, online: true }))
    expect(store.isOnline).toBe(false)
  })

  it('treats the simulator as reachable without a network, but not a gateway', async () => {
    const desk = await startStores({ state: { online: false } })
    const store = useAppStateStore()
    expect(store.canReachGateway).toBe(true)
    desk.changeState({ activeProfileId: 'p-live' })
    expect(store.canReachGateway).toBe(false)
  })

  it('keeps the last name of a removed profile (A19)', async () => {
    await startStores()
    expect(useAppStateStore().profileName('p-gone')).toBe('Old Shop')
  })

  it('uses the time zone of the settings, otherwise that of the machine', async () => {
    const desk = await startStores()
    const store = useAppStateStore()
    expect(store.timeZone).toBe('Europe/Berlin')
    desk.changeState({
      settings: {
        theme: 'dark',
        density: 'comfortable',
        detailPx: null,
        timeZone: 'Asia/Tokyo',
        operatorName: '',
      },
    })
    expect(store.timeZone).toBe('Asia/Tokyo')
  })
})
