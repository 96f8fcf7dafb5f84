/**
 * Faults that must never come back: each is planted in a copy of the sources, and the named tests must fail on it.
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} file
 * @property {string} find must stand in the file exactly once
 * @property {string} replace
 * @property {readonly string[]} tests
 */

/** @type {readonly Mutant[]} */
export const mutants = [
  {
    name: 'a charge is sent before it is durably marked as sending',
    file: 'src-main/services/charge-sender.ts',
    find: `    const sending = await this.#markSending(recorded, charge, review, actor)
    const answer = sendOnce(prepared, this.#neverAborted)`,
    replace: `    const answer = sendOnce(prepared, this.#neverAborted)
    const sending = await this.#markSending(recorded, charge, review, actor)`,
    tests: ['test/main/services'],
  },
  {
    name: 'money goes through a float',
    file: 'src-shared/domain/money.ts',
    find: '  const money = { amountMinor: Number(digits), currency }',
    replace: '  const money = { amountMinor: Math.trunc(Number(trimmed) * 10 ** exponent), currency }',
    tests: ['test/shared/domain/money.test.ts'],
  },
  {
    name: 'the line feed behind a value is kept',
    file: 'src-main/gateway/wire-format.ts',
    find: "  return text.replace(/\\r?\\n$/, '')",
    replace: '  return text',
    tests: ['test/main/gateway/wire-format.test.ts'],
  },
  {
    name: 'the last of two decisive fields wins',
    file: 'src-main/gateway/wire-format.ts',
    find: '      if (first.has(name)) return fail(`duplicate-field:${name}`)',
    replace: '      first.delete(name)',
    tests: ['test/main/gateway/wire-format.test.ts'],
  },
  {
    name: 'a call may carry fields that its schema does not name',
    file: 'src-shared/ipc/contract.ts',
    find: "  'charges.discard': { kind: 'write', input: z.strictObject({ chargeId: id }), output: done },",
    replace: "  'charges.discard': { kind: 'write', input: z.looseObject({ chargeId: id }), output: done },",
    tests: ['test/security/malformed-input.test.ts', 'test/architecture/contract.test.ts'],
  },
  {
    name: 'anybody may call main',
    file: 'src-main/ipc/register-commands.ts',
    find: '  const senderProblem = edge.senders.problemOf(event)',
    replace: '  const senderProblem = edge.senders.problemOf(event) && null',
    tests: ['test/security/bad-senders.test.ts'],
  },
  {
    name: 'a request is sent again when the connection is reset',
    file: 'src-main/gateway/http-gateway-client.ts',
    find: '        const result = await transport.post({ url, body: sentBody, timeoutMs }, signal)',
    replace: `        let result = await transport.post({ url, body: sentBody, timeoutMs }, signal)
        if (result.kind === 'broken') result = await transport.post({ url, body: sentBody, timeoutMs }, signal)`,
    tests: ['test/main/gateway/gateway-faults.test.ts'],
  },
  {
    name: 'the control value is stored with the request',
    file: 'src-main/gateway/mask.ts',
    find: "  'login',\n  'client_orderid',",
    replace: "  'control',\n  'login',\n  'client_orderid',",
    tests: ['test/main/gateway/mask.test.ts', 'test/main/gateway/operations'],
  },
  {
    name: 'a second question about an order leaves while the first is open',
    file: 'src-main/services/follower.ts',
    find: "      if (followed.stage === 'waiting') this.#queue.setReady(followed)",
    replace: '      this.#queue.setReady(followed)',
    tests: ['test/main/services/follower.test.ts'],
  },
  {
    name: 'the window runs without the sandbox',
    file: 'src-main/window/window-options.ts',
    find: '      sandbox: true,',
    replace: '      sandbox: false,',
    tests: ['test/security/window-options.test.ts'],
  },
]
