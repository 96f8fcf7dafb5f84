import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleRules } from '../../../../src-shared/domain/sale-rules'
import { newOrder, profile, refusalOf, TestDatabase, memoryDatabase } from '../builders'

let database: TestDatabase

beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

describe('profiles', () => {
  it('come back as saved, in the order they were made', () => {
    const { writer, reader } = database.open
    const live = profile({
      profileId: 'prof-2',
      name: 'Žižkov "Shop"',
      environment: 'production',
      baseUrl: 'https://gate.example.test/paynet',
      rebillControl: 'with-endpoint',
      safetyLevel: 'read-only',
      hasSecret: false,
    })
    writer.saveProfile(live)
    writer.saveProfile(profile({ name: 'Renamed' }))
    expect(reader.listProfiles()).toEqual([profile({ name: 'Renamed' }), live])
  })

  it('keep their rules for cards that are typed in', () => {
    const saleRules: SaleRules = {
      ...{ acceptsCards: false, control: ['login', 'currency'], uploadControl: ['gateway order id'] },
      ...{ uploadRoute: 'id-only', returnUrl: 'https://shop.example/back' },
    }
    database.open.writer.saveProfile(profile({ saleRules }))
    expect(database.open.reader.listProfiles()[0]?.saleRules).toEqual(saleRules)
  })

  it('leave their last name behind when removed, until they are there again (A19)', () => {
    const { writer, reader } = database.open
    expect(reader.listFormerProfiles()).toEqual([])
    writer.saveProfile(profile({ name: 'Old Shop' }))
    writer.removeProfile('prof-1')
    expect(reader.listFormerProfiles()).toEqual([{ profileId: 'prof-1', name: 'Old Shop' }])
    writer.saveProfile(profile())
    expect(reader.listFormerProfiles()).toEqual([])
  })

  it('leave the list when removed and keep their orders', () => {
    const { writer, reader } = database.open
    writer.adoptOrder(newOrder(), [])
    writer.setActiveProfile('prof-1')
    writer.removeProfile('prof-1')
    expect(reader.listProfiles()).toEqual([])
    expect(reader.getState().activeProfileId).toBeNull()
    expect(reader.findOrder('prof-1', 'INV-2041')?.summary.profileId).toBe('prof-1')
    expect(
      refusalOf(() => {
        writer.removeProfile('prof-1')
      }),
    ).toEqual({ code: 'not-found', reason: 'profile' })
    expect(
      refusalOf(() => {
        writer.setActiveProfile('prof-1')
      }),
    ).toEqual({ code: 'not-found', reason: 'profile' })
    writer.saveProfile(profile())
    expect(reader.listProfiles()).toEqual([profile()])
  })
})
