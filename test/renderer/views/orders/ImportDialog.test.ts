import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import type { ImportPreview, ImportView } from '../../../../src-shared/domain/order-import'
import { button, fakeTimeouts, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.imports
const preview: ImportPreview = {
  ...{ kind: 'preview', fileName: 'shop.csv', bytes: 2048, usable: 2, refused: 1, known: 1, sheets: [] },
  choices: {
    place: { format: 'csv', encoding: 'windows-1252', separator: ';' },
    decimal: ',',
    columns: ['clientOrderId', 'amount', 'left-out'],
  },
  titles: ['Order number', 'Sum', 'Colour'],
  rows: [{ line: 2, cells: ['0012345', '1.010,15', 'grün'] }],
  problems: [{ line: 4, column: 0, problem: 'client-order-id' }],
}
const done: ImportView = {
  ...{
    revision: 2,
    state: 'done',
    fileName: 'shop.csv',
    total: 2,
    added: 1,
    known: 1,
    refused: 1,
    problem: null,
  },
  knownOrders: [{ line: 3, clientOrderId: 'INV-7' }],
}
const text = () => document.body.textContent
const select = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent.trim() === label)
  return document.getElementById(found?.htmlFor ?? '') as HTMLSelectElement
}

async function openPreview() {
  const mounted = await mountApp('/orders', {}, (desk) => {
    desk.reply('imports.choose', () => Promise.resolve({ reading: preview }))
    desk.reply('imports.read', () => Promise.resolve(preview))
    desk.reply('imports.start', () => Promise.resolve({ ...done, revision: 1, state: 'running', added: 0 }))
  })
  button(words.button).click()
  await settle()
  button(words.choose).click()
  await settle()
  return mounted
}

describe('the import of orders', () => {
  it('shows how the file is read, what is not imported, and each row that is left out, before it starts', async () => {
    const { desk } = await openPreview()
    expect([
      select(words.encoding).value,
      select(words.separator).value,
      select(words.decimal).value,
    ]).toEqual([...['windows-1252', ';', ',']])
    expect(text()).toContain(words.counts({ usable: 2, refused: 1 }))
    expect(text()).toContain(words.alreadyKnown({ count: 1 }))
    expect(text()).toContain(words.notImported({ count: 1, titles: 'Colour' }))
    expect(text()).toContain(words.rowProblems['client-order-id'])
    expect(desk.callsOf('imports.start')).toEqual([])
    button(words.save({ count: 2 })).click()
    await settle()
    expect(desk.callsOf('imports.start')).toMatchObject([{ choices: preview.choices }])
  })

  it('reads the file again with a column that a person chose, which then comes from this column only', async () => {
    const { desk } = await openPreview()
    const colour = select('Colour')
    colour.value = 'amount'
    colour.dispatchEvent(new Event('change'))
    await settle()
    expect(desk.callsOf('imports.read')).toEqual([
      { choices: { ...preview.choices, columns: ['clientOrderId', 'left-out', 'amount'] } },
    ])
  })

  it('names the orders that were in the history already', async () => {
    const { desk } = await openPreview()
    button(words.save({ count: 2 })).click()
    await settle()
    desk.emit('imports.changed', done)
    await settle()
    expect(text()).toContain(words.strip.done({ count: 1, file: 'shop.csv' }))
    button(words.strip.details).click()
    await settle()
    expect(text()).toContain(words.known({ count: 1 }))
    expect(text()).toContain('INV-7')
  })

  it('says why a file cannot be imported', async () => {
    await mountApp('/orders', {}, (desk) => {
      const reading = { kind: 'refused' as const, fileName: 'book.csv', problem: 'not-text' as const }
      desk.reply('imports.choose', () => Promise.resolve({ reading }))
    })
    button(words.button).click()
    await settle()
    button(words.choose).click()
    await settle()
    expect(text()).toContain(words.refused({ file: 'book.csv' }))
    expect(text()).toContain(words.fileProblems['not-text'])
  })
})
