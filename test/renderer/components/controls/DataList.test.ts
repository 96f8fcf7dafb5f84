import { mount } from '@vue/test-utils'
import { nextTick, ref } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import DataList from '../../../../src-renderer/components/controls/DataList.vue'
import { rowHeightKey } from '../../../../src-renderer/components/controls/data-list'
import { press, unmountAfterEach } from '../../../support/mount-app'

interface Row {
  readonly id: string
  readonly name: string
  readonly version: number
}

const columns = [
  { key: 'name', title: 'Name', width: '1fr', sortable: true },
  { key: 'id', title: 'Id', width: '80px' },
]
const rows: Row[] = Array.from({ length: 500 }, (_, index) => ({
  id: `r${index}`,
  name: `Row ${index}`,
  version: 1,
}))

unmountAfterEach(afterEach)

function mountList(more: Record<string, unknown> = {}, provide: Record<symbol, unknown> = {}) {
  return mount(DataList<Row>, {
    attachTo: document.body,
    global: { provide },
    props: {
      rows,
      columns,
      label: 'Rows',
      rowKey: (row: Row) => row.id,
      rowName: (row: Row) => row.name,
      rowVersion: (row: Row) => row.version,
      sort: { key: 'name', direction: 'asc' as const },
      ...more,
    },
    slots: { name: '<template #name="{ row }">{{ row.name }}</template>' },
  })
}

function focusedRow(): string | null {
  return document.activeElement?.getAttribute('data-key') ?? null
}

describe('a list', () => {
  it('is a grid with named rows and the full row count, although only some rows are rendered', () => {
    const list = mountList({ total: 12_000 })
    const grid = list.get('[role="grid"]')
    expect(grid.attributes()).toMatchObject({ 'aria-label': 'Rows', 'aria-rowcount': '12001' })
    const drawn = list.findAll('[role="row"][data-key]')
    expect(drawn.length).toBeGreaterThan(10)
    expect(drawn.length).toBeLessThan(80)
    expect(drawn[0]?.attributes()).toMatchObject({ 'aria-label': 'Row 0', 'aria-rowindex': '2' })
  })

  it('has one tab stop', () => {
    const list = mountList({ selectedKey: 'r3' })
    expect(list.findAll('[role="row"][tabindex="0"]').map((row) => row.attributes('data-key'))).toEqual([
      'r3',
    ])
  })

  it('shows the sort order and changes it on a click', async () => {
    const list = mountList()
    const [name, id] = list.findAll('[role="columnheader"]')
    expect(name?.attributes('aria-sort')).toBe('ascending')
    expect(id?.attributes('aria-sort')).toBeUndefined()
    await name?.get('button').trigger('click')
    expect(list.emitted('sort')).toEqual([['name']])
  })

  it('moves focus and selection with the keys, and renders the target row', async () => {
    const list = mountList({ selectedKey: 'r0' })
    const grid = list.get('[role="grid"]').element
    for (const [key, row] of [
      ['j', 'r1'],
      ['ArrowDown', 'r2'],
      ['k', 'r1'],
      ['End', 'r499'],
      ['Home', 'r0'],
    ] as const) {
      press(grid, key)
      await nextTick()
      await nextTick()
      expect(focusedRow()).toBe(row)
    }
    expect(list.emitted('select')?.map(([row]) => (row as Row).id)).toEqual(['r1', 'r2', 'r1', 'r499', 'r0'])
  })

  it('opens the selected row on Enter, and selects a row that is not', async () => {
    const list = mountList({ selectedKey: 'r7' })
    press(list.get('[role="grid"]').element, 'Enter')
    expect(list.emitted('open')).toEqual([[rows[7]]])
    await list.setProps({ selectedKey: null })
    press(list.get('[role="grid"]').element, 'Enter')
    expect(list.emitted('select')).toEqual([[rows[7]]])
    expect(list.emitted('open')).toHaveLength(1)
  })

  it('ignores keys with modifiers', () => {
    const list = mountList({ selectedKey: 'r7' })
    press(list.get('[role="grid"]').element, 'k', { ctrlKey: true })
    expect(list.emitted('select')).toBeUndefined()
  })

  it('highlights a changed row, but not a row that was only scrolled into view', async () => {
    const list = mountList()
    await list.setProps({ rows: rows.map((row) => (row.id === 'r2' ? { ...row, version: 2 } : row)) })
    await nextTick()
    expect(list.findAll('.flash').map((row) => row.attributes('data-key'))).toEqual(['r2'])
  })

  it('reports when the pointer is inside, so that rows do not move', async () => {
    const list = mountList()
    await list.get('.body').trigger('pointerenter')
    await list.get('.body').trigger('pointerleave')
    expect(list.emitted('held')).toEqual([[true], [false]])
  })

  it('places its rows by the height of the density, and keeps the first shown row in another one', async () => {
    const height = ref(34)
    const list = mountList({}, { [rowHeightKey as symbol]: height })
    const body = list.get('.body')
    body.element.scrollTop = 100 * 34
    height.value = 27
    await nextTick()
    expect(body.element.scrollTop).toBe(100 * 27)
    expect(list.get('[data-index="3"]').attributes('style')).toContain('translateY(81px)')
  })

  it('asks for more rows near its end', async () => {
    const list = mountList()
    const body = list.get('.body')
    body.element.scrollTop = 490 * 34
    await body.trigger('scroll')
    expect(list.emitted('more')).toHaveLength(1)
  })
})
