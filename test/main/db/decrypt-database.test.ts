import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decryptDatabase } from '../../support/decrypt-database'
import { draft, entry, exchange, TestDesk, TestFolder } from './builders'

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
  it('shows everything that was stored, from columns, packed values and the log, while the files show nothing', () => {
    const desk = new TestDesk(folder.create())
    const planted = (name: string) => `PLANTED-${name}-7E1F0C52`
    const order = desk.recorded(
      { draft: { ...draft({ cardId: desk.cardId }).draft, merchantData: planted('draft') } },
      { description: planted('column') },
      [entry('note', { text: planted('entry') })],
    )
    desk.change(
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
    const before = filesOf()
    const clear = decryptDatabase(folder.file, folder.key).toString('latin1')
    for (const name of ['draft', 'column', 'entry', 'fact', 'body', 'answer'])
      expect(clear, name).toContain(planted(name))
    expect(filesOf()).toEqual(before)
    for (const [name = ''] of before)
      expect(readFileSync(join(folder.path, name)).toString('latin1')).not.toContain('PLANTED')
  })
})
