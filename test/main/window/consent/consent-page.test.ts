// @vitest-environment jsdom
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import type { ConsentQuestion, ConsentRequest } from '../../../../src-main/ports/consent-prompt'
import { consentAddress, declineUrl, releaseUrl } from '../../../../src-main/window/consent/consent-page'

const charge: ConsentQuestion = {
  kind: 'charge',
  chargeKind: 'rebill-sale',
  amount: '1,238.86 EUR',
  card: 'Visa 411111 •••• 1111',
  cardholder: 'Marta Lindqvist',
  description: 'June subscription',
  clientOrderId: 'NOR-1',
  gateway: 'https://gate.example.com/paynet',
}

const read = (parts: Partial<ConsentRequest> = {}) => {
  const address = consentAddress({
    question: charge,
    profile: { name: 'Nord Shop', environment: 'production' },
    operator: 'Dana Whitfield',
    demand: { kind: 'click' },
    problem: null,
    notBeforeMs: 0,
    ...parts,
  })
  const html = decodeURIComponent(address.slice(address.indexOf(',') + 1))
  return new DOMParser().parseFromString(html, 'text/html')
}
const rowsOf = (page: Document) =>
  [...page.querySelectorAll('dt')].map((label) => [label.textContent, label.nextElementSibling?.textContent])

describe('the question to a person (S33)', () => {
  it('shows environment, amount, card and every value of the charge, and its buttons', () => {
    const page = read()
    expect(page.querySelector('.tag')?.textContent).toBe('LIVE')
    expect(page.querySelector('h1')?.textContent).toBe('Charge this card?')
    expect(page.querySelector('.total')?.textContent).toBe('1,238.86 EUR')
    expect(rowsOf(page)).toEqual([
      ['Card', 'Visa 411111 •••• 1111'],
      ['Cardholder', 'Marta Lindqvist'],
      ['Description', 'June subscription'],
      ['Client order ID', 'NOR-1'],
      ['Gateway', 'https://gate.example.com/paynet'],
      ['Profile', 'Nord Shop'],
      ['Operator', 'Dana Whitfield'],
    ])
    expect([...page.forms].map(({ action, textContent }) => [action, textContent])).toEqual([
      [declineUrl, 'Cancel'],
      [releaseUrl, 'Charge 1,238.86 EUR'],
    ])
  })

  it('names both versions before an update is installed (S30)', () => {
    const page = read({ question: { kind: 'install-update', from: '0.1.0', to: '0.2.0' }, profile: null })
    expect(page.querySelector('h1')?.textContent).toBe('Install this version now?')
    expect(rowsOf(page)).toEqual([
      ['Installed version', '0.1.0'],
      ['New version', '0.2.0'],
      ['Operator', 'Dana Whitfield'],
    ])
  })

  it('leaves out what is not known, and says when no name is set', () => {
    const page = read({ question: { ...charge, card: '', cardholder: '' }, operator: null })
    expect(rowsOf(page).map(([label]) => label)).not.toContain('Cardholder')
    expect(rowsOf(page)).toContainEqual(['Operator', 'No name is set'])
  })

  it.each<[ConsentQuestion, string]>([
    [{ ...charge, chargeKind: 'rebill-auth' }, 'Hold 1,238.86 EUR'],
    [{ ...charge, chargeKind: 'sale' }, 'Charge 1,238.86 EUR'],
    [
      {
        ...{ kind: 'resolution', outcome: 'absent', amount: '', clientOrderId: 'NOR-1' },
        ...{ name: 'Dana', reason: 'Seen in the bank statement' },
      },
      'Settle as not charged',
    ],
    [
      {
        kind: 'profile',
        gateway: 'https://gate.example.com',
        login: 'N',
        isReadOnly: false,
        hasNewKey: true,
      },
      'Save profile',
    ],
    [{ kind: 'signing-key', gateway: 'https://gate.example.com', login: 'N' }, 'Save key'],
    [{ kind: 'removal', removed: 'profile' }, 'Remove profile'],
    [{ kind: 'removal', removed: 'signing-key' }, 'Remove key'],
    [{ kind: 'recovery-code' }, 'Create new code'],
    [{ kind: 'accept-history', finding: 'rolled-back', name: 'Dana', reason: 'Compared' }, 'Accept history'],
    [
      { kind: 'accept-history', finding: 'deleted', name: 'Dana', reason: 'A new machine' },
      'Begin new history',
    ],
  ])('has a button that says what it does: %j', (question, button) => {
    expect(read({ question }).querySelector('.release')?.textContent).toBe(button)
  })

  it('names the finding that is accepted, who accepts it and why', () => {
    const page = read({
      question: { kind: 'accept-history', finding: 'order-changed', name: 'Dana', reason: 'Compared' },
      profile: null,
    })
    expect(rowsOf(page)).toEqual([
      ['Finding', 'An order was changed outside of the app'],
      ['Name', 'Dana'],
      ['Reason', 'Compared'],
      ['Operator', 'Dana Whitfield'],
    ])
  })

  it('shows hostile text as text', () => {
    const hostile = '</dd><script>alert(1)</script><form action="https://attacker.example"><img src=x>'
    const page = read({
      question: { ...charge, card: hostile, cardholder: hostile, description: hostile, amount: hostile },
      profile: { name: hostile, environment: 'production' },
      operator: hostile,
    })
    expect([page.querySelectorAll('script, img').length, page.forms.length]).toEqual([0, 2])
    expect(page.querySelector('.total')?.textContent).toBe(hostile)
  })

  it('may load nothing and run nothing', () => {
    expect(read().querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; form-action ${releaseUrl} ${declineUrl}; base-uri 'none'`,
    )
  })

  it('asks for the amount in a field of the form that releases, and says why one was refused', () => {
    const page = read({ demand: { kind: 'typed' }, problem: 'not-the-amount' })
    const field = page.querySelector<HTMLInputElement>('input[name="amount"]')
    expect([field?.form?.action, field?.autofocus, field?.labels?.[0]?.textContent]).toEqual([
      releaseUrl,
      true,
      'Type the amount to release it',
    ])
    expect(page.querySelector('[role="alert"]')?.textContent).toContain('not the amount')
  })

  it('asks for the PIN of one of the other people', () => {
    const people = [
      { operatorId: 'op-2', name: 'Ben' },
      { operatorId: 'op-3', name: '<b>Eva</b>' },
    ]
    const page = read({ demand: { kind: 'second-person', people } })
    expect([...page.querySelectorAll('option')].map((option) => [option.value, option.textContent])).toEqual([
      ['op-2', 'Ben'],
      ['op-3', '<b>Eva</b>'],
    ])
    const pin = page.querySelector<HTMLInputElement>('input[name="pin"]')
    expect([pin?.type, pin?.form?.action]).toEqual(['password', releaseUrl])
    expect(page.querySelector('[role="alert"]')).toBeNull()
  })

  it.each([
    ['a click', {}],
    ['an amount', { demand: { kind: 'typed' }, problem: 'not-the-amount' }],
    ['a PIN', { demand: { kind: 'second-person', people: [{ operatorId: 'op-2', name: 'Ben' }] } }],
  ] as const)('gives axe nothing to object to when it asks for %s', async (_, parts) => {
    const shown = read(parts)
    document.replaceChild(document.importNode(shown.documentElement, true), document.documentElement)
    const { violations, passes } = await axe.run(document, {
      resultTypes: ['violations'],
      // jsdom draws nothing.
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(passes.length).toBeGreaterThan(10)
  })
})
