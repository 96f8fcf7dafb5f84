import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleRules } from '../../../../src-shared/domain/sale-rules'
import type { StorageReader, StorageWriter } from '../../../../src-main/ports/storage'
import { SqliteReader } from '../../../../src-main/db/sqlite-reader'
import {
  readerThreadReads,
  writerMethods,
  writerThreadReads,
} from '../../../../src-main/db/worker/worker-protocol'
import { SqliteWriter } from '../../../../src-main/db/sqlite-writer'
import { card, newOrder, profile, refusalOf, startMs, TestDatabase, memoryDatabase } from '../builders'

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

describe('the stored app state', () => {
  it('starts with the system’s choices and keeps what is set', () => {
    const { writer, reader } = database.open
    expect(reader.getState()).toEqual({
      settings: { theme: 'system', timeZone: 'system', operatorName: '' },
      activeProfileId: null,
      isRecoveryMade: false,
    })
    const settings = { theme: 'dark', timeZone: 'Europe/Prague', operatorName: 'Iva' } as const
    writer.saveSettings(settings)
    writer.setActiveProfile('prof-1')
    writer.setRecoveryMade(true)
    expect(reader.getState()).toEqual({ settings, activeProfileId: 'prof-1', isRecoveryMade: true })
    writer.setActiveProfile(null)
    expect(reader.getState().activeProfileId).toBeNull()
  })
})

describe('cards', () => {
  it('take what is new, keep what is not told, and clear a label only by an empty text', () => {
    const { writer, reader } = database.open
    const first = writer.upsertCard(
      card({
        cardRefId: '1',
        nickname: 'Hat club',
        bin: '41111122',
        lastFour: '1111',
        expireMonth: 5,
        expireYear: 2029,
        unqCardRefId: 'u',
        cardHashId: '1569311',
        recurringPaymentId: '12',
        dstCardRefId: '13',
        infoAtMs: 7,
      }),
    )
    const second = writer.upsertCard(
      card({
        cardRefId: '1',
        routeId: '7722',
        atMs: startMs + 5,
        bin: null,
        nickname: '',
        customerReference: 'C-1',
        printedName: 'IVA',
      }),
    )
    expect(second).toEqual({
      routeId: '7722',
      view: {
        ...first.view,
        bin: '411111',
        nickname: '',
        customerReference: 'C-1',
        printedName: 'IVA',
        createdAtMs: startMs,
      },
    })
    expect(reader.getCard(first.view.cardId)).toEqual(second)
    expect(reader.getCard('404')).toBeNull()
  })

  it('have the number of their charges and the outcome of the last one', () => {
    const { reader, writer } = database.open
    expect(reader.getCard(database.cardId)?.view).toMatchObject({ chargeCount: 0, lastCharge: null })
    database.recorded({ createdAtMs: startMs })
    const last = database.chargeIn(
      'accepted',
      { createdAtMs: startMs + 1, amountMinor: 777 },
      { description: 'Subscription June' },
    )
    writer.adoptOrder(
      newOrder({ cardId: database.cardId, amountMinor: 1, currency: 'EUR', createdAtMs: startMs + 2 }),
      [],
    )
    expect(reader.listCards('prof-1')[0]).toMatchObject({
      chargeCount: 2,
      lastCharge: {
        orderId: last.summary.orderId,
        atMs: startMs + 1,
        amountMinor: 777,
        currency: 'EUR',
        family: 'open',
        word: 'processing',
        description: 'Subscription June',
      },
    })
  })

  it('are listed by profile, newest first', () => {
    const { writer, reader } = database.open
    writer.saveProfile(profile({ profileId: 'prof-2' }))
    for (const cardRefId of ['1', '2']) writer.upsertCard(card({ cardRefId }))
    writer.upsertCard(card({ profileId: 'prof-2', cardRefId: '1' }))
    expect(reader.listCards('prof-1').map((view) => view.cardRefId)).toEqual(['2', '1', '880017'])
    expect(refusalOf(() => writer.upsertCard(card({ profileId: 'none' })))).toEqual({
      code: 'not-found',
      reason: 'profile',
    })
  })
})

describe('the two halves of the port', () => {
  it('have every method on exactly one list of the workers', () => {
    const methodsOf = (type: { prototype: object }) =>
      Object.getOwnPropertyNames(type.prototype)
        .filter((name) => name !== 'constructor')
        .sort()
    const reading: (keyof StorageReader)[] = [...keysOf(writerThreadReads), ...keysOf(readerThreadReads)]
    const writing: (keyof StorageWriter)[] = keysOf(writerMethods)
    expect(reading.sort()).toEqual(methodsOf(SqliteReader))
    expect(writing.sort()).toEqual(methodsOf(SqliteWriter))
  })

  it('tell the version of SQLite and that the file is sound', () => {
    expect(database.open.reader.sqliteVersion()).toMatch(/^3\.\d+\.\d+$/)
    expect(database.open.reader.quickCheck()).toBeNull()
  })
})

function keysOf<T extends object>(names: T): (keyof T)[] {
  return Object.keys(names) as (keyof T)[]
}
