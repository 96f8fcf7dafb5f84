import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decryptDatabase } from '../../../support/decrypt-database'
import { aDraft } from '../../../support/builders'
import { callback, entry, exchange, ofSale, TestDatabase, TestFolder } from '../builders'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const filesOf = () =>
  readdirSync(folder.path).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder.path, name)))
      .digest('hex'),
  ])

describe('the decrypted copy', () => {
  it('shows everything that was stored, from columns and the log, while the files show nothing', () => {
    const database = new TestDatabase(folder.create())
    const planted = (name: string) => `PLANTED-${name}-7E1F0C52`
    const order = database.recorded(
      { draft: aDraft({ merchantData: planted('draft') }) },
      { description: planted('column') },
      [entry('note', { text: planted('entry') })],
    )
    database.change(
      order,
      {},
      {
        facts: [{ name: 'x', value: planted('fact') }],
        exchange: exchange({
          unreadableBody: planted('body'),
          answer: [{ name: 'x', value: planted('answer') }],
        }),
      },
    )
    const sale = database.recorded(ofSale)
    const step = { kind: 'move', seq: 1 } as const
    const awaited = database.change(
      sale,
      {},
      { step: { kind: 'await', stepKind: 'challenge', stepKey: 'k', host: planted('host') } },
    )
    const opened = database.change(awaited, {}, { step: { ...step, from: 'awaited', to: 'open' } })
    const answer = { kind: 'challenge', cres: planted('cres') } as const
    database.change(opened, {}, { step: { ...step, from: 'open', to: 'answered', answer } })
    database.open.writer.keepCallback(callback({ fields: [{ name: 'x', value: planted('callback') }] }))
    const before = filesOf()
    const clear = decryptDatabase(folder.file, folder.key).toString('latin1')
    for (const name of ['draft', 'column', 'entry', 'fact', 'body', 'answer', 'host', 'cres', 'callback'])
      expect(clear, name).toContain(planted(name))
    expect(filesOf()).toEqual(before)
    for (const [name = ''] of before)
      expect(readFileSync(join(folder.path, name)).toString('latin1')).not.toContain('PLANTED')
  })
})
