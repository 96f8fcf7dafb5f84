/**
 * Faults that the tests must find. Each one is planted in a copy of the sources; then the named tests must fail.
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} file
 * @property {string} find must occur in the file exactly once
 * @property {string} replace
 * @property {readonly string[]} tests
 */

/** @type {readonly Mutant[]} */
export const mutants = [
  {
    name: 'an update without a signature is offered',
    file: 'src-main/services/updates/read-manifest.ts',
    find: "  if (!publicKeys.some((key) => isSignedBy(key, manifest, signature))) return fail('not-signed')\n",
    replace: '',
    tests: ['test/integration/update-attacks.test.ts'],
  },
  {
    name: 'an older version is offered as an update',
    file: 'src-main/services/updates/judge-manifest.ts',
    find: 'compareVersions(manifest.version, here.version) <= 0',
    replace: 'compareVersions(manifest.version, here.version) === 0',
    tests: ['test/integration/update-attacks.test.ts'],
  },
  {
    name: 'a charge is sent before it is durably marked as sending',
    file: 'src-main/services/charge/charge-sender.ts',
    ...swapped(
      `    const sending = await this.#markSending(recorded, charge, review, consent)\n    await this.#secure(sending)`,
      `    const answer = sendOnce(prepared, lostCharge, this.#neverAborted)`,
    ),
    tests: ['test/main/services'],
  },
  {
    name: 'a charge is sent before the keychain and the charge journal know of it',
    file: 'src-main/services/charge/charge-sender.ts',
    ...swapped(
      `    await this.#secure(sending)`,
      `    const answer = sendOnce(prepared, lostCharge, this.#neverAborted)`,
    ),
    tests: [
      'test/main/services/proof/history-proof.test.ts',
      'test/main/services/announcing/missing-charges.test.ts',
    ],
  },
  {
    name: 'a charge whose journal cannot be written is sent',
    file: 'src-main/services/charge/charge-sender.ts',
    find: '      throw journalled.reason',
    replace: '',
    tests: ['test/main/services/announcing/missing-charges.test.ts'],
  },
  {
    name: 'an older copy of the history is no finding',
    file: 'src-main/services/proof/history-proof.ts',
    find: "      return found('rolled-back', {",
    replace: "      return null && found('rolled-back', {",
    tests: [
      'test/main/services/proof/history-proof.test.ts',
      'test/main/services/announcing/missing-charges.test.ts',
    ],
  },
  {
    name: 'a changed entry of the audit chain is no finding',
    file: 'src-main/db/queries/chain-check.ts',
    find: '    const isLinked = row.link === linkOf(this.#key, before.link, row)',
    replace: '    const isLinked = before.seq >= 0',
    tests: ['test/main/services/proof/history-proof.test.ts'],
  },
  {
    name: 'an act is written to the audit chain with the name of the operator',
    file: 'src-main/db/tables/audit-chain.ts',
    find: 'return { by: mark(actor), second: mark(second) }',
    replace: 'return { by: actor, second }',
    tests: ['test/main/db/tables/audit-chain.test.ts'],
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
    name: 'one of two decisive fields is taken',
    file: 'src-main/gateway/wire-format.ts',
    find: '    if (isDecisive(name) && seen.has(name)) return fail(`duplicate-field:${name}`)',
    replace: '',
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
    file: 'src-main/gateway/prepared-call.ts',
    find: '      const result = await transport.post(request, signal)',
    replace: `      let result = await transport.post(request, signal)
      if (result.kind === 'broken') result = await transport.post(request, signal)`,
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
    file: 'src-main/services/following/follow-queue.ts',
    find: "entries.filter((followed) => followed.stage === 'waiting')",
    replace: '[...entries]',
    tests: ['test/main/services/following/follower.test.ts'],
  },
  {
    name: 'a charge is sent over a connection that was kept for questions',
    file: 'src-main/gateway/prepared-call.ts',
    find: '...(operation.isQuestion === true ? { sharedBy: stored.profileId } : {}),',
    replace: 'sharedBy: stored.profileId,',
    tests: ['test/main/gateway/http-transport.test.ts'],
  },
  {
    name: 'a page runs without the sandbox',
    file: 'src-main/window/closed-preferences.ts',
    find: '  sandbox: true,',
    replace: '  sandbox: false,',
    tests: ['test/security'],
  },
  {
    name: 'an answer of 3-D Secure is sent before it is durably marked as sending',
    file: 'src-main/services/three-ds/step-uploader.ts',
    ...swapped(
      `    const sending = await changeOrder(storage, orderId, (current) =>
      stepMove(current, requireUnsent(current, seq), 'sending', {
        atMs: clock.nowMs(),
        entry: 'step-sending',
        awaitedStep: null,
        actor,
        more: { failure: null },
      }),
    )
    announcer.announce(sending)`,
      `    const { outcome, exchange } = await this.#send(prepared)`,
    ),
    tests: ['test/main/services'],
  },
  {
    name: 'a sale goes out with another card than the one reviewed',
    file: 'src-main/services/charge/charge-service.ts',
    find: '    requireReviewedCard(review.payment, confirmation.cardNumber)',
    replace: '',
    tests: ['test/main/services/charge/charge-sale.test.ts'],
  },
  {
    name: 'cards are taken in a profile that has them switched off',
    file: 'src-main/services/charge/charge-reviewer.ts',
    find: "  if (charge.draft.kind === 'sale' && !profile.saleRules.acceptsCards)",
    replace: "  if (charge.draft.kind === 'sale' && profile.saleRules === null)",
    tests: ['test/main/services'],
  },
  {
    name: 'any control of a callback is right',
    file: 'src-main/gateway/callback-reader.ts',
    find: 'given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))',
    replace: 'given.length === expected.length',
    tests: [
      'test/main/gateway/callback-reader.test.ts',
      'test/main/services/callbacks/callback-service.test.ts',
    ],
  },
  {
    name: 'any error of a lookup says that there is no order',
    file: 'src-main/services/following/absent-order.ts',
    find: '  return absentSentences.some((sentence) => sentence.test(words))',
    replace: '  return absentSentences.length > 0 || words.length > 0',
    tests: [
      'test/main/services/following/absent-order.test.ts',
      'test/main/services/following/follower.test.ts',
    ],
  },
  {
    name: 'a charge is written down by guards that no longer hold',
    file: 'src-main/db/sqlite-writer.ts',
    find: '    if (relatedMark(now, ownChargeId) !== relatedMark(charges, ownChargeId))',
    replace: '    if (relatedMark(now, ownChargeId) !== relatedMark(now, ownChargeId))',
    tests: ['test/main/db/queries/related-charges.test.ts'],
  },
  {
    name: 'the total of all refunds is added to the sum that is known',
    file: 'src-main/services/following/later-transactions.ts',
    find: '    refundedMinor: total,',
    replace: '    refundedMinor: known.refundedMinor + total,',
    tests: ['test/main/services/following/later-transactions.test.ts'],
  },
  {
    name: 'the focus trap of dialogs takes the focus away from their fields',
    file: 'src-renderer/components/controls/DialogFrame.vue',
    ...retagged(
      `    <div
      v-focus-first
      class="dialog"
      :class="{ wide, bare }"
      role="dialog"
      aria-modal="true"
      tabindex="-1"
      :aria-labelledby="titleId"
      @keydown.tab="onTab"
    >
      <h2 :id="titleId" :class="{ 'visually-hidden': bare }">{{ title }}</h2>
      <slot />
      <div v-if="$slots['actions']" class="row actions"><slot name="actions" /></div>
    </div>
  </n-modal>`,
    ),
    tests: ['test/renderer/components/controls/DialogFrame.test.ts'],
  },
  {
    name: 'Enter acts while an input method composes text',
    file: 'src-renderer/composables/use-hotkeys.ts',
    find: '  if (event.isComposing || event.keyCode === 229)',
    replace: '  if (event.keyCode === 229)',
    tests: ['test/renderer/composables/use-hotkeys.test.ts'],
  },
  {
    name: 'a field has lost its label',
    file: 'src-renderer/components/controls/FieldFrame.vue',
    find: '    <label :for="inputId">{{ label }}</label>',
    replace: '    <span>{{ label }}</span>',
    tests: ['test/renderer/components/controls/TextField.test.ts'],
  },
  {
    name: 'no text field is reached with Tab',
    file: 'src-renderer/components/controls/TextField.vue',
    find: '  id: inputId,',
    replace: '  id: inputId,\n  tabindex: -1,',
    tests: ['test/renderer/every-field.proof.test.ts'],
  },
  {
    name: 'a row with a card number is imported',
    file: 'src-main/order-files/imported-row.ts',
    find: "  if (numberAt >= 0) return { problem: 'card-number', column: numberAt }",
    replace: '',
    tests: ['test/main/order-files'],
  },
  {
    name: 'an order is imported over one that is known',
    file: 'src-main/db/sqlite-writer.ts',
    find: '        if (imports.isKnown(under, row)) return true\n',
    replace: '',
    tests: ['test/main/db', 'test/main/services/import'],
  },
  {
    name: 'an awaited refund is checked no more',
    file: 'src-main/services/following/follow-plan.ts',
    find: "return order.openCase?.state === 'handed-over'",
    replace: 'return false',
    tests: ['test/main/services/orders/refund-case-service.test.ts'],
  },
  {
    name: 'an order in flight is erased',
    file: 'src-main/db/sqlite-writer.ts',
    find: "      if (found.inFlight.length > 0) throw notAllowed('order-in-flight')\n",
    replace: '',
    tests: ['test/main/db/tables/erasures.test.ts'],
  },
  {
    name: 'an erasure may change a protected value',
    file: 'src-main/db/migrations/0185-erasures.ts',
    find: "WHEN ${isErasing} AND NOT (${isAllowed.join(' AND ')})",
    replace: 'WHEN FALSE',
    tests: ['test/main/db/tables/erasures.test.ts'],
  },
  {
    name: 'an issuer reaches a name that leads into the office',
    file: 'src-main/gateway/public-lookup.ts',
    find: '!addresses.every(',
    replace: '!addresses.some(',
    tests: ['test/main/gateway/issuer-tunnel.test.ts'],
  },
  {
    name: 'a tunnel of an issuer passes what is not TLS',
    file: 'src-main/gateway/issuer-tunnel.ts',
    find: '          if (first[0] !== tlsHandshake) return void downstream.destroy()\n',
    replace: '',
    tests: ['test/main/gateway/issuer-tunnel.test.ts'],
  },
  {
    name: 'a start may write down the keys of connections',
    file: 'src-main/window/environment-check.ts',
    find: '|SSLKEYLOGFILE|',
    replace: '|',
    tests: ['test/main/window/environment-check.test.ts'],
  },
  {
    name: 'a number of a workbook is read with the decimal sign of its texts',
    file: 'src-main/order-files/imported-row.ts',
    find: "    const isAmount = kinds.get(name) === 'money' && number === undefined",
    replace: "    const isAmount = kinds.get(name) === 'money'",
    tests: ['test/main/order-files/workbook-rows.test.ts'],
  },
  {
    name: 'an id that a spreadsheet has rounded is imported',
    file: 'src-main/order-files/imported-row.ts',
    find: "    if (number === 'rounded') return { problem: 'rounded', column: at }\n",
    replace: '',
    tests: ['test/main/order-files/workbook-rows.test.ts'],
  },
  {
    name: 'a workbook may name a document type',
    file: 'src-main/order-files/workbook-parts.ts',
    find: '  parser.ondoctype = parser.onsgmldeclaration = () => {',
    replace: '  parser.onsgmldeclaration = () => {',
    tests: ['test/main/order-files/workbook-rows.test.ts'],
  },
  {
    name: 'a part of a workbook may be unpacked to any size',
    file: 'src-main/order-files/workbook-parts.ts',
    find: "    if (entry.uncompressedSize > importLimits.partBytes) throw new UnusableFile('workbook-too-large')\n",
    replace: '',
    tests: ['test/main/order-files/workbook-rows.test.ts'],
  },
  {
    name: 'an import counts the orders of other merchants as known',
    file: 'src-main/db/tables/imported-orders.ts',
    find: "isKnown('(SELECT key FROM profile)'",
    replace: "isKnown('orders.profile_key'",
    tests: ['test/main/order-files/import-orders.test.ts'],
  },
  {
    name: 'what was never processed lowers the rates of Insights',
    file: 'src-main/db/queries/insights.ts',
    find: "rows.filter(({ outcome }) => outcome === 'approved' || isFailed(outcome))",
    replace: 'rows',
    tests: ['test/main/db/queries/insights.test.ts'],
  },
  {
    name: 'a row of Insights opens the orders of an hour in UTC',
    file: 'src-main/db/queries/local-hour.ts',
    find: 'ms + zone.offsets.at(ms)',
    replace: 'ms',
    tests: ['test/main/db/queries/insights.test.ts'],
  },
  {
    name: 'a row of Insights opens the orders of longer times as well',
    file: 'src-main/db/queries/order-filters.ts',
    find: 'counted.seconds_band = ?',
    replace: 'counted.seconds_band >= ?',
    tests: ['test/main/db/queries/insights.test.ts'],
  },
  {
    name: 'a live charge is sent without a release',
    file: 'src-main/services/charge/charge-service.ts',
    find: "    if (profile.environment !== 'production') return null\n    const review",
    replace:
      "    if (profile.environment !== 'gateway-test') return { consent: 'click', second: null }\n    const review",
    tests: ['test/main/services/charge/charge-consent.test.ts'],
  },
  {
    name: 'a release counts although the profile asks for more by now',
    file: 'src-main/services/charge/charge-service.ts',
    find: '    if (released?.consent !== preview.consent)',
    replace: '    if (released === null)',
    tests: ['test/main/services/charge/charge-consent.test.ts'],
  },
  {
    name: 'a page that asks again and again traps a person',
    file: 'src-main/services/consent/consent-gate.ts',
    find: 'this.#lastDeclineMs + declinePaceMs) throw declined()',
    replace: 'this.#lastDeclineMs) throw declined()',
    tests: ['test/main/services/consent/consent-gate.test.ts'],
  },
  {
    name: 'two questions are open at once',
    file: 'src-main/services/consent/consent-gate.ts',
    find: 'if (this.#open !== null) throw',
    replace: 'if (this.#isClosing) throw',
    tests: ['test/main/services/consent/consent-gate.test.ts'],
  },
  {
    name: 'what is typed in the question can be markup',
    file: 'src-main/window/consent/consent-page.ts',
    find: '`<option value="${escapeMarkup(operatorId)}">${escapeMarkup(name)}</option>`',
    replace: '`<option value="${escapeMarkup(operatorId)}">${name}</option>`',
    tests: ['test/main/window/consent/consent-page.test.ts'],
  },
  {
    name: 'a planted recovery file replaces a PIN',
    file: 'src-main/services/startup/operator-service.ts',
    find: 'key.length === opened.length && timingSafeEqual(key, opened)',
    replace: 'key.length === opened.length && timingSafeEqual(key, key)',
    tests: ['test/main/services/startup/operator-service.test.ts'],
  },
  {
    name: 'a locked app answers',
    file: 'src-main/ipc/register-commands.ts',
    find: "const whileLocked: ReadonlySet<CommandName> = new Set(['lock.get', 'lock.unlock', 'lock.resetPin'])",
    replace:
      "const whileLocked: ReadonlySet<CommandName> = new Set(['lock.get', 'lock.unlock', 'lock.resetPin', 'orders.get'])",
    tests: ['test/main/ipc/register-commands.test.ts'],
  },
  {
    name: 'a new start gives another try of the PIN',
    file: 'src-main/services/common/operator-session.ts',
    find: 'this.#wrong.set(operatorId, { count: wrongPins, atMs: nowMs })',
    replace: 'this.#wrong.set(operatorId, { count: 0, atMs: nowMs })',
    tests: ['test/main/services/common/operator-session.test.ts'],
  },
  {
    name: 'everybody changes operators',
    file: 'src-main/services/common/operator-session.ts',
    find: 'if (this.#operators.length > 0 && this.#current?.manages !== true)',
    replace: 'if (this.#operators.length > 0 && this.#current === null)',
    tests: ['test/main/services/common/operator-session.test.ts'],
  },
  {
    name: 'a charge may pass a limit by one minor unit',
    file: 'src-main/services/charge/charge-limits.ts',
    find: 'usedMinor + mostMinor <= limitMinor',
    replace: 'usedMinor + mostMinor <= limitMinor + 1',
    tests: ['test/main/services/charge/charge-limits.test.ts'],
  },
  {
    name: 'the largest amount of a split counts only with its first part',
    file: 'src-main/services/charge/charge-limits.ts',
    find: "const others = draft.kind === 'sale' ? [] : splitAmounts(draft.enumerateAmounts)",
    replace: "const others = splitAmounts('')",
    tests: ['test/main/services/charge/charge-limits.test.ts'],
  },
  {
    name: 'a page may send a message of any size',
    file: 'src-main/preload/index.ts',
    find: 'const problem = dataProblem([name, input])',
    replace: 'const problem = dataProblem([])',
    tests: ['test/security/bridge-surface.proof.test.ts'],
  },
  {
    name: 'a command may be called without a limit as long as all calls are few',
    file: 'src-main/ipc/register-commands.ts',
    find: ' || (isWrite && !rate.allowsWrite(sender, name, startedAtMs))',
    replace: '',
    tests: ['test/main/ipc/call-rate.test.ts'],
  },
  {
    name: 'what windows cause is logged without a limit',
    file: 'src-main/platform/limited-log.ts',
    find: 'this.#written >= lines.ofAll',
    replace: 'this.#written < 0',
    tests: ['test/main/platform/limited-log.test.ts'],
  },
  {
    name: 'the keys of a live profile are deleted without a release',
    file: 'src-main/services/profiles/profile-service.ts',
    find: "await consent.requireForProfile(profile, { kind: 'removal', removed: 'profile' })",
    replace: '',
    tests: ['test/main/services/charge/charge-consent.test.ts'],
  },
  {
    name: 'the audit chain names nobody for acts without a row of their own',
    file: 'src-main/db/sqlite-writer.ts',
    find: 'hasOperators ? this.#actingOperator :',
    replace: 'hasOperators ? null :',
    tests: ['test/main/services/common/operator-session.test.ts'],
  },
  {
    name: 'the policy does not hold for the rules that a profile is used with',
    file: 'src-main/services/common/admin-policy.ts',
    find: 'return { ...profile, ...strictestOf({ ...profile, limits: profile.limits }, least) }',
    replace: 'return profile',
    tests: ['test/main/services/common/admin-policy.test.ts'],
  },
  {
    name: 'the policy lets a page change a managed profile',
    file: 'src-main/services/common/admin-policy.ts',
    find: 'if (managed !== undefined && valuesOf(managed) !== valuesOf(input)) throw refused()',
    replace: '',
    tests: ['test/main/services/common/admin-policy.test.ts'],
  },
  {
    name: 'the policy lets a page save looser limits',
    file: 'src-main/services/profiles/profile-service.ts',
    find: `    this.#parts.policy.requireStrictRules(saved)
`,
    replace: '',
    tests: ['test/main/services/common/admin-policy.test.ts'],
  },
  {
    name: 'the policy lets a page save a looser safety level with a profile',
    file: 'src-main/services/profiles/profile-service.ts',
    find: `    this.#parts.policy.requireStrictRules(profile)
`,
    replace: '',
    tests: ['test/main/services/common/admin-policy.test.ts'],
  },
  {
    name: 'the policy lets a page remove a managed profile',
    file: 'src-main/services/profiles/profile-service.ts',
    find: `    this.#parts.policy.requireRemovable(profileId)
`,
    replace: '',
    tests: ['test/main/services/common/admin-policy.test.ts'],
  },
  {
    name: 'the policy of a file that others can write is used',
    file: 'src-main/app/policy-file.ts',
    find: "if (isWritable(file)) return 'writable'",
    replace: '',
    tests: ['test/main/app/policy-file.test.ts'],
  },
  {
    name: 'a policy that is wrong is no policy',
    file: 'src-main/services/profiles/managed-profiles.ts',
    find: "if (reading.kind === 'unusable') return reading.problem",
    replace: "if (reading.kind === 'unusable') return null",
    tests: ['test/main/services/profiles/managed-profiles.test.ts'],
  },
  {
    name: 'a policy moves a profile with orders to another gateway',
    file: 'src-main/services/profiles/managed-profiles.ts',
    find: 'if (isMoved && (await hasBoundOrder(reader, managed.profileId))) {',
    replace: "if (isMoved && (await hasBoundOrder(reader, ''))) {",
    tests: ['test/main/services/profiles/managed-profiles.test.ts'],
  },
  {
    name: 'the policy keeps the key of a managed profile that was moved',
    file: 'src-main/services/profiles/managed-profiles.ts',
    find: 'existing?.hasSecret === true && !isMoved',
    replace: 'existing?.hasSecret === true',
    tests: ['test/main/services/profiles/managed-profiles.test.ts'],
  },
]

/**
 * The text of the mutant's file with the fault in it. Throws when the place does not occur exactly once.
 * @param {string} text
 * @param {Pick<Mutant, 'name' | 'file' | 'find' | 'replace'>} mutant
 */
export function withFault(text, { name, file, find, replace }) {
  const found = text.split(find).length - 1
  if (found !== 1) throw new Error(`"${name}": its place stands ${found} times in ${file}.`)
  if (replace === find) throw new Error(`"${name}" changes nothing.`)
  return text.replace(find, () => replace)
}

/**
 * Replaces the outer div of a template by a section.
 * @param {string} div
 */
function retagged(div) {
  return {
    find: div,
    replace: div.replace('<div', '<section').replace(/<\/div>(?![^]*<\/div>)/, '</section>'),
  }
}

/**
 * Swaps two statements.
 * @param {string} first
 * @param {string} second
 */
function swapped(first, second) {
  return { find: `${first}\n${second}`, replace: `${second}\n${first}` }
}
