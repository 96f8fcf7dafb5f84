import { describe, expect, it } from 'vitest'
import { connectEvents, type EventListeners } from '../../../src-renderer/ipc/event-bridge'
import { card } from '../../support/view-data'

function connected() {
  const heard: unknown[] = []
  let send: (name: string, payload: unknown) => void = () => {}
  Object.defineProperty(window, 'desk', {
    configurable: true,
    value: {
      call: () => Promise.resolve(),
      onEvent: (listener: typeof send) => {
        send = listener
        return () => (send = () => {})
      },
    },
  })
  const hear = (payload: unknown) => heard.push(payload)
  const listeners: EventListeners = {
    'appState.changed': hear,
    'orders.changed': hear,
    'orders.checked': hear,
    'cards.changed': hear,
    'exchanges.recorded': hear,
    'callbacks.kept': hear,
    'exports.changed': hear,
    'imports.changed': hear,
    'adoptions.changed': hear,
    'historyUpdate.advanced': hear,
    'updates.changed': hear,
    'lock.changed': hear,
    'menu.chosen': hear,
    'orderLink.arrived': hear,
  }
  const stop = connectEvents(listeners)
  return { heard, stop, send: (name: string, payload: unknown) => send(name, payload) }
}

describe('the event bridge', () => {
  it('passes a payload to its listener', () => {
    const { heard, send } = connected()
    send('cards.changed', card(1))
    expect(heard).toEqual([card(1)])
  })

  it.each([
    ['an event of no known name', 'cards.vanished', card(1)],
    ['a name that every object has', 'toString', {}],
    ['a payload that does not fit', 'cards.changed', { cardId: 7 }],
  ])('drops %s', (_what, name, payload) => {
    const { heard, send } = connected()
    send(name, payload)
    expect(heard).toEqual([])
  })

  it('stops when it is unsubscribed', () => {
    const { heard, send, stop } = connected()
    stop()
    send('cards.changed', card(1))
    expect(heard).toEqual([])
  })
})
