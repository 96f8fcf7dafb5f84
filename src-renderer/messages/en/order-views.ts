import { icu } from './icu'

/** Columns and saved views of the orders list. */
export const orderViews = {
  tabs: 'Saved views',
  all: 'All orders',
  changed: icu<{ name: string }>('{name} (changed)'),
  menu: 'View',
  chooseColumns: 'Choose columns…',
  saveAs: 'Save as view…',
  saveChanges: icu<{ name: string }>('Save changes to “{name}”'),
  rename: icu<{ name: string }>('Rename “{name}”…'),
  moveLeft: icu<{ name: string }>('Move “{name}” left'),
  moveRight: icu<{ name: string }>('Move “{name}” right'),
  remove: icu<{ name: string }>('Delete view “{name}”'),
  full: icu<{ count: number }>('There are {count, number} views. Delete one first.'),
  notSaved: 'The view could not be saved. The list stays as it is.',
  removed: icu<{ name: string }>('View “{name}” deleted. The menu of views can bring it back.'),
  restore: icu<{ name: string }>('Undo: delete view “{name}”'),
  restored: icu<{ name: string }>('View “{name}” is back'),
  nameDialog: {
    save: 'Save view',
    rename: 'Rename view',
    name: 'Name',
    hint: 'Search, filters, period, sort and columns are kept. A period such as “Last 7 days” moves with the calendar.',
  },
  columns: {
    title: 'Columns',
    lead: 'From left to right. Drag the edge of a column header to change its width, or use its arrow keys.',
    up: icu<{ column: string }>('Move {column} left'),
    down: icu<{ column: string }>('Move {column} right'),
    reset: 'Use default columns',
    width: icu<{ column: string }>('Width of column {column}'),
    done: 'Done',
  },
}
