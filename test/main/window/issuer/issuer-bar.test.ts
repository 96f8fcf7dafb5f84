// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { VisitedPayment } from '../../../../src-main/ports/cardholder-browser'
import { barAddress, barCloseUrl } from '../../../../src-main/window/issuer/issuer-bar'

const payment = {
  environment: 'simulator',
  profileName: 'Nord Shop',
  amount: '9,302.00 EUR',
  card: 'Visa 1111',
} as const

const read = (host: string, parts: Partial<VisitedPayment> = {}) => {
  const address = barAddress({ host, payment: { ...payment, ...parts } })
  const html = decodeURIComponent(address.slice(address.indexOf(',') + 1))
  return new DOMParser().parseFromString(html, 'text/html')
}

describe('the bar above an issuer’s page', () => {
  it('shows environment, merchant, amount and card, then the host, and has a button to close', () => {
    const bar = read('acs.bank.example')
    const [paymentLine, hostLine] = [...bar.querySelectorAll('p')].map((line) =>
      line.textContent.replace(/\s+/g, ' '),
    )
    expect(paymentLine).toBe('SIMULATOR Nord Shop, 9,302.00 EUR, Visa 1111')
    expect(hostLine).toBe('Issuer page from acs.bank.example')
    expect([bar.forms[0]?.action, bar.querySelector('button')?.textContent]).toEqual([
      barCloseUrl,
      'Close issuer page',
    ])
  })

  it('leaves out a card that is not known', () => {
    expect(read('a', { card: '' }).querySelector('p')?.textContent.trim()).toMatch(/9,302.00 EUR$/)
  })

  it('shows hostile text as text', () => {
    const hostile = '</p><script>alert(1)</script><img src=x onerror=alert(1)>'
    const bar = read(hostile, { profileName: hostile, amount: hostile, card: hostile })
    expect([bar.querySelectorAll('script, img').length, bar.querySelector('strong')?.textContent]).toEqual([
      0,
      hostile,
    ])
  })

  it('may load nothing and run nothing', () => {
    const policy = read('a').querySelector('meta[http-equiv]')?.getAttribute('content')
    expect(policy).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; form-action ${barCloseUrl}; base-uri 'none'`,
    )
  })
})
