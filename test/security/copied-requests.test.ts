// What the app copies is masked, and safe to paste into a shell (S28).
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { maskParameters } from '../../src-main/gateway/mask'
import { exchangeCurl, exchangeJson } from '../../src-renderer/views/shared/exchange-text'
import { randomCardNumber, seeded } from '../support/card-numbers'
import { exchange } from '../support/view-data'

const control = '0123456789abcdef0123456789abcdef01234567'
const testCard = randomCardNumber(seeded(7))

/** An exchange as the API log has it: main masks the parameters before it stores them. */
function logged(parameters: Readonly<Record<string, string>>) {
  const named = Object.entries(parameters).map(([name, value]) => ({ name, value }))
  return exchange(0, {
    host: 'gate.example.test',
    path: '/paynet/api/v2/sale/4411',
    request: maskParameters(named).map((field) => ({ ...field })),
  })
}

/** The arguments that the shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for argument in "$@"; do printf '%s\\036' "$argument"; done; }\n${command}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\u001e').slice(0, -1)
}

describe('a copied request', () => {
  it('has no control value, security code or card number, as JSON and as a cURL command', () => {
    const sale = logged({
      client_orderid: 'INV-1',
      credit_card_number: testCard,
      cvv2: '739',
      control,
      signature: 'c2lnbmVk',
      oauth_signature: 'b2F1dGg',
    })
    for (const copy of [exchangeJson(sale), exchangeCurl(sale, 'https')]) {
      expect(copy).toContain('INV-1')
      for (const secret of [testCard, '739', control, 'c2lnbmVk', 'b2F1dGg'])
        expect(copy).not.toContain(secret)
    }
  })

  it('is one curl call for the shell, whatever the values contain', () => {
    const hostile = `'; touch /tmp/x; $(id) \`id\` \\ "\n\u001b[31m ü\ud800`
    const command = exchangeCurl(logged({ order_desc: hostile, amount: '10.15' }), 'http')
    const [, ...lines] = command.split('\n')
    expect(lines.join('\n')).toMatch(/^[\u0020-\u007e\n]*$/)
    expect(argumentsOf(command)).toEqual([
      ...['-X', 'POST', 'http://gate.example.test/paynet/api/v2/sale/4411'],
      ...[
        '--data',
        `order_desc=${encodeURIComponent(hostile.replace('\ud800', '\ufffd')).replaceAll("'", '%27')}`,
      ],
      ...['--data', 'amount=10.15'],
    ])
  })

  it('has an address that stays one word for the shell', () => {
    const copied = exchange(0, { host: "gate.example.test'", path: '/a b;$(id)', request: [] })
    expect(argumentsOf(exchangeCurl(copied, 'https'))).toEqual([
      ...['-X', 'POST', 'https://gate.example.test%27/a%20b%3B%24(id)'],
    ])
  })

  it('is JSON with the response and the time, and without the ids of this app', () => {
    const { exchangeId, ...copied } = exchange(3)
    const parsed = JSON.parse(exchangeJson({ exchangeId, ...copied })) as Record<string, unknown>
    expect(parsed).toMatchObject({
      operation: copied.operation,
      answer: copied.answer,
      request: copied.request,
    })
    expect(parsed['at']).toBe(new Date(copied.atMs).toISOString())
    expect(Object.keys(parsed)).not.toContain('exchangeId')
  })
})
