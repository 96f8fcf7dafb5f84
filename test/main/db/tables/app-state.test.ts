import { expect, it } from 'vitest'
import { TestDatabase, memoryDatabase } from '../builders'

it('the stored app state starts with the system’s choices and keeps what is set', () => {
  const { writer, reader } = new TestDatabase(memoryDatabase()).open
  expect(reader.getState()).toEqual({
    settings: {
      theme: 'system',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: '',
    },
    activeProfileId: null,
    isRecoveryMade: false,
    lockMinutes: 15,
  })
  const settings = {
    theme: 'dark',
    density: 'compact',
    detailPx: null,
    timeZone: 'Europe/Prague',
    operatorName: 'Iva',
  } as const
  writer.saveSettings(settings)
  writer.setActiveProfile('prof-1')
  writer.setRecoveryMade(true)
  writer.saveLockMinutes(5)
  expect(reader.getState()).toEqual({
    ...{ settings, activeProfileId: 'prof-1', isRecoveryMade: true },
    lockMinutes: 5,
  })
  writer.setActiveProfile(null)
  expect(reader.getState().activeProfileId).toBeNull()
})
