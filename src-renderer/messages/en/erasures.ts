import { icu } from './icu'

/** Erasing of personal data: of one customer, and by age. */
export const erasures = {
  button: 'Erase personal data…',
  title: 'Erase personal data',
  what: icu<{ orders: number; cards: number }>(
    'This erases what belongs to a person in {orders, plural, one {# order} other {# orders}} and {cards, plural, =0 {no stored card} one {# stored card} other {# stored cards}}: names, e-mail addresses, phone numbers, addresses, IP addresses, descriptions, references, notes and labels, also in the API log and in the search. Forms of this customer that were not confirmed are removed.',
  ),
  stays:
    'Amounts, currencies, IDs, statuses, times, last four digits and card tokens stay, so that the books stay right and the app can still warn of a second charge.',
  final: 'This cannot be undone.',
  scope: 'All orders and cards that this page counts are erased. Check first that they belong to one person.',
  copies: {
    title: 'Backups still hold the data',
    text: 'Backups made before are not changed. Restoring one brings the data back. If you have to, delete them yourself.',
    list: 'Backups that hold the data',
    none: 'There is no backup in the folders of the app. Backups that you saved elsewhere are not known here.',
    elsewhere: 'Backups that you saved elsewhere are not in this list.',
    more: icu<{ count: number }>('and {count, plural, one {# older one} other {# older ones}}'),
  },
  openTitle: icu<{ count: number }>(
    '{count, plural, one {# order is} other {# orders are}} not final, so nothing can be erased now',
  ),
  openText: icu<{ order: string }>(
    'The newest is {order}. While an order waits for a result, a refund or a person, its data may be needed to find out what happened to the money. Erase when all are final.',
  ),
  confirm: 'Erase for good',
  running: 'Erasing. Large histories take a while. The app can be used meanwhile.',
  done: icu<{ orders: number; cards: number }>(
    'Personal data erased in {orders, plural, one {# order} other {# orders}} and {cards, plural, =0 {no card} one {# card} other {# cards}}',
  ),
  doneSkipped: icu<{ count: number }>(
    '{count, plural, one {# order was} other {# orders were}} left out: not final any more, or not readable. Erase again later.',
  ),
  erased: {
    title: icu<{ when: string; by: string; hasName: boolean }>(
      '{hasName, select, true {Personal data erased {when} by {by}} other {Personal data erased {when}}}',
    ),
    text: 'Amount, status, IDs and times are as they were.',
  },
  retention: {
    title: 'How long personal data is kept',
    lead: 'The app can erase the personal data of final orders by itself when they are old. Amounts, statuses and IDs stay. It runs once a day in short steps, never while a charge is under way, and if backups are on only after the backup of the day. Stored cards keep their names.',
    label: 'Personal data of final orders',
    forEver: 'Keep for ever',
    months: icu<{ count: number }>('Keep for {count, plural, one {# month} other {# months}}'),
    affected: icu<{ count: number }>(
      '{count, plural, =0 {No order is older now.} one {# order is older now and would lose its personal data.} other {# orders are older now and would lose their personal data.}}',
    ),
    counting: 'Counting the orders',
    unchanged: 'This is the present rule',
    save: 'Save rule',
    saved: 'Rule saved',
    confirmTitle: 'Erase old personal data automatically?',
    confirmText:
      'What was erased cannot be brought back. Only backups made before still hold it. From now on it is done every day without asking.',
    typed: icu<{ word: string }>('Type {word} to switch it on'),
    confirm: 'Switch rule on',
  },
  log: {
    title: 'Log of erasures',
    empty: 'Nothing was erased yet.',
    columns: { when: 'When', rule: 'Why', who: 'Who', orders: 'Orders', cards: 'Cards', skipped: 'Left out' },
    person: 'On request',
    retention: icu<{ months: number }>('Older than {months, plural, one {# month} other {# months}}'),
    running: 'Not finished',
    noName: 'No name set',
  },
}
