import type { CallbackControl, CallbackReading, CallbackSource } from '../../../src-shared/domain/callback'

const control: Record<CallbackControl, string> = {
  right: 'control is right',
  wrong: 'control is wrong',
  missing: 'no control',
  'no-key': 'control not checked',
}

const controlMeaning: Record<CallbackControl, { title: string; text: string }> = {
  right: {
    title: 'A genuine callback, but only a hint',
    text: 'Its control was made with the key of a profile of this app. That covers status and both ids, not the type and not the amount: a genuine callback can be replayed as another type.',
  },
  wrong: {
    title: 'Do not act on it: the control is wrong',
    text: 'The control does not match the key of any profile in this app, so the callback is not attached to an order. Only the result of polling counts.',
  },
  missing: {
    title: 'Do not act on it: it has no control',
    text: 'Nothing proves where it comes from, so it is not attached to an order. Only the result of polling counts.',
  },
  'no-key': {
    title: 'Do not act on it: the control was not checked',
    text: 'A key that the check needs could not be read, so the callback is not attached to an order. Only the result of polling counts.',
  },
}

const source: Record<CallbackSource, string> = {
  pasted: 'pasted',
  imported: 'imported',
  received: 'received',
}

const problems: Record<string, string> = {
  'no-status': 'It names no status.',
  'no-type': 'It does not say what kind of transaction it is about.',
  'no-client-order-id': 'It does not name the merchant’s order id.',
  'no-gateway-order-id': 'It does not name the gateway’s order id.',
  'ids-disagree': 'It names two different ids for one order.',
  'field-unreadable': 'A decisive field cannot be read.',
  'field-given-twice': 'It gives a decisive field twice with different values.',
  'unreadable-row': 'Its stored data cannot be read. Other callbacks are not affected.',
}

export const callbacks = {
  title: 'Callbacks',
  list: 'Kept callbacks',
  paste: 'Paste…',
  importFile: 'Import a file…',
  columns: {
    time: 'Seen',
    content: 'Content',
    order: 'Order',
    control: 'Control',
    compare: 'Polling',
    source: 'Source',
  },
  control,
  controlMeaning,
  source,
  problem: (key: string) => problems[key] ?? key,
  same: 'agrees',
  differs: (n: number) => (n === 1 ? '1 field differs' : `${n} fields differ`),
  noOrder: 'no order here',
  notCompared: 'not compared',
  times: (n: number) => `seen ${n} times`,
  heading: ({ type, status }: Pick<CallbackReading, 'type' | 'status'>) =>
    type === null && status === null
      ? 'Callback without type and status'
      : `Callback: ${[type, status].filter((part) => part !== null).join(', ')}`,
  pick: 'Choose a callback to compare it with the result of polling.',
  empty: {
    title: 'No callback yet',
    text: 'Paste what your server received, import its log, or let the simulator or a relay call this machine. A callback never changes an order: it only makes the app ask the gateway.',
  },
  hint: 'A callback is a hint. It never changes an order here; keeping it makes the app ask the gateway.',
  openOrder: 'Open the order',
  compared: 'Callback and polling compared',
  fieldsTitle: 'As received',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  masked: 'Control and card numbers are masked before anything is kept.',
  pasteDialog: {
    title: 'Read callbacks',
    lead: 'One per line: query strings, whole addresses, form bodies, or lines of a web server’s log.',
    text: 'What your server received',
    placeholder: 'https://shop.example/callback?status=approved&type=sale&orderid=…',
    found: (n: number, unreadable: number) =>
      `${n === 1 ? '1 callback' : `${n} callbacks`} found${unreadable === 0 ? '' : `, ${unreadable === 1 ? '1 line' : `${unreadable} lines`} without one`}`,
    none: 'No callback found in this text.',
    keep: 'Keep and ask the gateway',
    tooLarge: 'The file is larger than 1 MB. Cut it to the lines that matter.',
  },
  attach: {
    title: 'Attach to an order',
    none: 'No order in the history has this id.',
    label: 'Merchant’s or gateway’s order id',
    find: 'Find',
    otherId: (named: string) => `Another id: the callback names ${named}.`,
    attachTo: (clientOrderId: string) => `Attach to ${clientOrderId}`,
  },
  listener: {
    title: 'Listener on this machine',
    off: 'Off. The simulator or a relay of yours can call this machine once it is on; nobody outside can.',
    on: 'Listening. Only programs on this machine that know the whole address can reach it. The address changes at each start of the app.',
    failed: (reason: string) =>
      reason === 'EADDRINUSE'
        ? 'Another program uses this port. Choose another one.'
        : `The port could not be opened (${reason}).`,
    port: 'Port',
    portHint: '0 takes any free one',
    start: 'Start',
    stop: 'Stop',
    url: 'address of the listener',
  },
}
