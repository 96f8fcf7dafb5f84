import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { formsOf } from '../../../../src-main/db/queries/letter-case'

const lastOfFirstPlane = 0xffff
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff

/** For each character the characters that the search index takes for the same. */
function indexedForms(): ReadonlyMap<string, ReadonlySet<string>> {
  const db = new Database(':memory:')
  db.exec(`
    CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'trigram');
    CREATE VIRTUAL TABLE terms USING fts5vocab(texts, instance);
  `)
  const insert = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)')
  db.transaction(() => {
    for (let code = 1; code <= lastOfFirstPlane; code++)
      if (!isSurrogate(code)) insert.run(code, `${String.fromCodePoint(code)}00`)
  })()
  const byTerm = new Map<string, Set<string>>()
  for (const { term, doc } of db
    .prepare<[], { term: string; doc: number }>('SELECT term, doc FROM terms')
    .iterate())
    byTerm.set(term, (byTerm.get(term) ?? new Set()).add(String.fromCodePoint(doc)))
  return new Map([...byTerm.values()].flatMap((forms) => [...forms].map((form) => [form, forms] as const)))
}

describe('the forms of a letter', () => {
  it('are those of the search index, for every known character of the first plane of Unicode', () => {
    const indexed = indexedForms()
    const wrong: string[] = []
    let known = 0
    for (const [char, forms] of indexed) {
      const own = formsOf(char)
      if (own === null) continue
      known += 1
      if (own.length !== forms.size || !own.every((form) => forms.has(form))) wrong.push(char)
      const [small] = own
      if (formsOf(small)?.[0] !== small) wrong.push(`small form of ${char}`)
    }
    expect(wrong).toEqual([])
    expect(known / indexed.size).toBeGreaterThan(0.97)
  })

  it('are known for the letters of European names', () => {
    expect([...'ŽřÅßıñΣЖA7'].map((char) => formsOf(char)?.[0])).toEqual([...'žřåßıñσжa7'])
  })
})
