/** What the script is given. */
export interface HostileInput {
  readonly forMs: number
  /** What the script gives as the name of who acts. */
  readonly name: string
  /** An input for each command. */
  readonly calls: readonly (readonly [command: string, input: unknown])[]
  /** Charges of a live profile, as they are confirmed after a review. */
  readonly confirmations: readonly unknown[]
  /** Operators whose PIN is guessed. */
  readonly operatorIds: readonly string[]
}

/** How often main took or refused what the script asked, by the code of the refusal. */
export type HostileReplies = Readonly<Record<string, number>>

/**
 * Runs in a page: uses the bridge without any restraint for some time. Every command is called with its input, with a name of
 * who acts added in many places, and with values that no page would send; charges are confirmed; keys and clicks are
 * made up; PINs are guessed.
 */
export async function attackBridge(given: HostileInput): Promise<HostileReplies> {
  const bridge = (globalThis as unknown as { desk: { call(name: string, input: unknown): Promise<unknown> } })
    .desk
  const replies: Record<string, number> = {}
  const untilMs = Date.now() + given.forMs
  let phaseEndsMs = untilMs
  const isOver = () => Date.now() >= phaseEndsMs
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const count = (key: string) => void (replies[key] = (replies[key] ?? 0) + 1)
  const call = async (name: string, input: unknown) => {
    try {
      const pending = bridge.call(name, input) as Promise<{ ok: boolean; error?: { code: string } }>
      const reply = await Promise.race([pending, pause(2000).then(() => null)])
      count(reply === null ? 'waiting' : reply.ok ? 'ok' : (reply.error?.code ?? 'unknown'))
    } catch {
      count('not passed on')
    }
  }
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver()) {
      await work()
      await pause(0)
    }
  }
  const named = (input: unknown) => ({
    ...(input as object),
    ...{
      actor: given.name,
      operatorId: given.name,
      operatorName: given.name,
      confirmed: true,
      released: true,
    },
  })

  const deep = () => {
    let value: unknown = 1
    for (let level = 0; level < 900; level++) value = { value }
    return value
  }
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const huge: (() => unknown)[] = [
    () => 'x'.repeat(64_000_000),
    () => ({ query: 'x'.repeat(16_000_000) }),
    () => Array.from({ length: 1_000_000 }, (_, index) => index),
    () => Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`key${String(index)}`, index])),
    () => new Map(Array.from({ length: 300_000 }, (_, index) => [index, { index }])),
    () => new Uint8Array(64_000_000),
    () => Array.from({ length: 20_000 }, () => ({ a: { b: { c: [1, 2, 3] } } })),
    deep,
    () => cycle,
    () => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
  ]

  const flood = () => Promise.all(Array.from({ length: 2000 }, () => call('appState.get', {})))
  const confirm = () => Promise.all(given.confirmations.map((each) => call('charges.confirm', each)))
  const everything = async () => {
    for (const [name, input] of given.calls) {
      if (isOver()) return
      await call(name, input)
      await call(name, named(input))
    }
  }
  const tooMuch = async () => {
    for (const value of huge) {
      if (isOver()) return
      await call('orders.list', value())
      await call('orders.note', { orderId: '1', text: value() })
      await call(String(value()).slice(0, 16_000_000), {})
      await pause(200)
    }
  }
  const guess = async () => {
    for (const operatorId of given.operatorIds)
      await call('lock.unlock', { operatorId, pin: String(100_000 + Math.floor(Math.random() * 900_000)) })
    await pause(500)
  }
  const press = async () => {
    for (const key of ['Enter', ' ', 'Tab', 'Escape'])
      for (const target of [document.activeElement, document.body, window])
        // eslint-disable-next-line no-restricted-syntax -- A hostile script, not a person.
        target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ctrlKey: key === 'Enter' }))
    for (const button of document.querySelectorAll('button'))
      // Locking loads the page again, which would end the script.
      if (!/lock/i.test(button.textContent)) button.click()
    await pause(100)
  }
  // A flood uses up the calls that main takes in a time, so it comes last.
  const phases = [
    [confirm, everything, guess, press],
    [tooMuch, press],
    [flood, tooMuch, confirm],
  ]
  for (const [index, works] of phases.entries()) {
    phaseEndsMs = untilMs - given.forMs * (1 - (index + 1) / phases.length)
    await Promise.all(works.map(repeat))
  }
  return replies
}
