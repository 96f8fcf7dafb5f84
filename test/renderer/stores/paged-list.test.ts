import { describe, expect, it } from 'vitest'
import { pagedList } from '../../../src-renderer/stores/paged-list'
import type { AppErrorDescription } from '../../../src-shared/errors/app-error'
import { fail, ok, type Result } from '../../../src-shared/util/result'

interface Row {
  readonly id: string
}

interface Page {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
  readonly total: number
  readonly isTotalExact?: boolean
}

const rowsOf = (...ids: readonly string[]): Row[] => ids.map((id) => ({ id }))
const page = (ids: readonly string[], nextCursor: string | null = null) =>
  ok({ rows: rowsOf(...ids), nextCursor, total: 9 })

/** A list whose answers the test releases. */
function open(isAbove?: (item: string, other: string) => boolean, hasShortPages?: true) {
  const questions: {
    readonly cursor: string | null
    readonly answer: (result: Result<Page, AppErrorDescription>) => void
  }[] = []
  const list = pagedList<Page, string>({
    ask: (cursor) => new Promise((resolve) => questions.push({ cursor, answer: resolve })),
    itemsOf: ({ rows }) => rows.map(({ id }) => id),
    keyOf: (id) => id,
    ...(isAbove === undefined ? {} : { isAbove }),
    ...(hasShortPages === undefined ? {} : { hasShortPages }),
  })
  return { list, questions }
}

describe('a list that comes page by page', () => {
  it('loads the first page, then the next one', async () => {
    const { list, questions } = open()
    const loading = list.load()
    questions[0]?.answer(page(['a', 'b'], 'after-b'))
    expect((await loading).ok).toBe(true)
    const more = list.loadMore()
    expect(questions.map(({ cursor }) => cursor)).toEqual([null, 'after-b'])
    questions[1]?.answer(page(['b', 'c']))
    await more
    expect([list.items.value, list.total.value, list.isLoaded.value]).toEqual([['a', 'b', 'c'], 9, true])
    await list.loadMore()
    expect(questions).toHaveLength(2)
  })

  it('goes on over pages without a row, and knows the number of rows at the end', async () => {
    const { list, questions } = open(undefined, true)
    const loading = list.load()
    questions[0]?.answer(ok({ rows: [], nextCursor: 'one', total: 0, isTotalExact: false }))
    await loading
    expect([list.items.value, list.hasMore.value, list.isTotalExact.value]).toEqual([[], true, false])
    questions[1]?.answer(page(['a'], 'two'))
    await Promise.resolve()
    await Promise.resolve()
    expect([list.items.value, questions.map(({ cursor }) => cursor)]).toEqual([['a'], [null, 'one', 'two']])
    questions[2]?.answer(page(['b']))
    await list.loadMore()
    expect([list.items.value, list.hasMore.value]).toEqual([['a', 'b'], false])
    expect([list.total.value, list.isTotalExact.value]).toEqual([2, true])
  })

  it('stops going on when the list is loaded anew', async () => {
    const { list, questions } = open(undefined, true)
    const loading = list.load()
    questions[0]?.answer(page([], 'one'))
    await loading
    const again = list.load()
    questions[1]?.answer(page(['old'], 'two'))
    questions[2]?.answer(page(['new']))
    await again
    await list.loadMore()
    expect([list.items.value, questions.length]).toEqual([['new'], 3])
  })

  it('drops the answers to older requests, in any order, also those of later pages', async () => {
    const { list, questions } = open()
    const first = list.load()
    questions[0]?.answer(page(['a'], 'after-a'))
    await first
    const more = list.loadMore()
    const [old, newest] = [list.load(), list.load()]
    questions[3]?.answer(page(['z']))
    questions[2]?.answer(page(['y']))
    questions[1]?.answer(page(['b']))
    await Promise.all([more, old, newest])
    expect(list.items.value).toEqual(['z'])
  })

  it('loads no next page during a reload, because the cursor belongs to the old list', async () => {
    const { list, questions } = open()
    const first = list.load()
    questions[0]?.answer(page(['a'], 'after-a'))
    await first
    const anew = list.load()
    await list.loadMore()
    expect(questions).toHaveLength(2)
    questions[1]?.answer(page(['z'], 'after-z'))
    await anew
    void list.loadMore()
    expect(questions.at(-1)?.cursor).toBe('after-z')
  })

  it('loads its own next page although one of the old list is still loading', async () => {
    const { list, questions } = open()
    const first = list.load()
    questions[0]?.answer(page(['a'], 'after-a'))
    await first
    const old = list.loadMore()
    const anew = list.load()
    questions[2]?.answer(page(['z'], 'after-z'))
    await anew
    const own = list.loadMore()
    expect(questions.at(-1)?.cursor).toBe('after-z')
    questions[1]?.answer(page(['b']))
    await old
    expect(list.loadMore()).toBe(own)
    questions[3]?.answer(page(['y']))
    await own
    expect(list.items.value).toEqual(['z', 'y'])
  })

  it('loses no item from an event that arrives while it loads', async () => {
    const { list, questions } = open()
    list.add('before any question')
    const loading = list.load()
    list.add('b')
    list.add('c')
    questions[0]?.answer(page(['b', 'a']))
    await loading
    expect([list.items.value, list.total.value]).toEqual([['c', 'b', 'a'], 10])
  })

  it('loads one page at a time, and every caller waits for it', async () => {
    const { list, questions } = open()
    const loading = list.load()
    questions[0]?.answer(page(['a'], 'after-a'))
    await loading
    const both = [list.loadMore(), list.loadMore()]
    expect(questions).toHaveLength(2)
    expect(both[0]).toBe(both[1])
    questions[1]?.answer(page(['b']))
    await Promise.all(both)
    expect(list.items.value).toEqual(['a', 'b'])
  })

  it('keeps its items when a request fails, and can load again', async () => {
    const answers = [
      page(['a'], 'after-a'),
      fail({ code: 'storage-failed' as const, details: {} }),
      page(['b']),
    ]
    const list = pagedList<Page, string>({
      ask: () => Promise.resolve(answers.shift() ?? page([])),
      itemsOf: ({ rows }) => rows.map(({ id }) => id),
      keyOf: (id) => id,
    })
    await list.load()
    await list.loadMore()
    expect(list.items.value).toEqual(['a'])
    await list.loadMore()
    expect(list.items.value).toEqual(['a', 'b'])
  })

  it('holds back new items while it is held, in order of arrival, and counts them', async () => {
    const { list, questions } = open()
    const loading = list.load()
    questions[0]?.answer(page(['a']))
    await loading
    list.add('b')
    list.isHeld.value = true
    list.add('c')
    list.add('d')
    expect([list.items.value, list.waiting.value, list.total.value]).toEqual([['b', 'a'], ['d', 'c'], 12])
    expect(['a', 'd', 'e'].map(list.has)).toEqual([true, true, false])
    list.showWaiting()
    expect([list.items.value, list.waiting.value]).toEqual([['d', 'c', 'b', 'a'], []])
  })

  it('puts a sorted item at its place, and leaves one below the loaded ones to its own page', async () => {
    const { list, questions } = open((item, other) => item < other)
    const loading = list.load()
    list.add('c')
    list.add('z')
    questions[0]?.answer(page(['b', 'f'], 'after-f'))
    await loading
    list.add('d')
    list.add('y')
    expect([list.items.value, list.total.value]).toEqual([['b', 'c', 'd', 'f'], 13])
  })

  it('adds an item at the end also while it is held, because no row moves', async () => {
    const { list, questions } = open((item, other) => item < other)
    const loading = list.load()
    questions[0]?.answer(page(['b', 'f']))
    await loading
    list.isHeld.value = true
    list.add('d')
    list.add('g')
    expect([list.items.value, list.waiting.value]).toEqual([['b', 'f', 'g'], ['d']])
    list.showWaiting()
    expect(list.items.value).toEqual(['b', 'd', 'f', 'g'])
  })
})
