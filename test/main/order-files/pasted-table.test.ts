import { describe, expect, it } from 'vitest'
import { readPastedTable } from '../../../src-main/order-files/pasted-table'

const cells = (text: string) => readPastedTable(text, 100).rows.map((row) => row.cells)

describe('a pasted list', () => {
  it('is one column of ids, in every kind of line end', () => {
    expect(cells('INV-1\r\n  INV-2 \n\n0012345')).toEqual([['INV-1'], ['INV-2'], ['0012345']])
    expect(readPastedTable('INV-1', 100).separator).toBeNull()
  })

  it.each([
    ['comma', 'a,1\nb,2', ','],
    ['semicolon', 'a;1\nb;2', ';'],
    ['tab, as spreadsheets copy', 'a\t1\nb\t2', '\t'],
  ])('is a table of cells separated by %s', (_, text, separator) => {
    expect(readPastedTable(text, 100).separator).toBe(separator)
    expect(cells(text)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })

  it('reads the first title after a byte order mark, also in quotation marks', () => {
    expect(cells('\ufeff"Client order ID","Gateway order ID"\r\n"INV-1","1152735103331642317"')).toEqual([
      ['Client order ID', 'Gateway order ID'],
      ['INV-1', '1152735103331642317'],
    ])
  })

  it('takes the guard off a cell of an exported file', () => {
    expect(cells("'=1+1\n''-2\n'plain")).toEqual([['=1+1'], ["'-2"], ["'plain"]])
  })

  it('keeps the line numbers of the text and says when it was cut', () => {
    const table = readPastedTable('a\n\nb\nc', 2)
    expect(table.rows.map(({ line }) => line)).toEqual([1, 3])
    expect(table.isCut).toBe(true)
  })

  it('is not swallowed by a single quotation mark in an id', () => {
    expect(cells('12" pipe\nINV-2')).toEqual([['12" pipe'], ['INV-2']])
  })
})
