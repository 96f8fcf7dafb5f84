// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { barAddress, barCloseUrl } from '../../../../src-main/window/issuer/issuer-bar'

const read = (shown: { host: string; title: string }) => {
  const address = barAddress(shown)
  const html = decodeURIComponent(address.slice(address.indexOf(',') + 1))
  return new DOMParser().parseFromString(html, 'text/html')
}

describe('the bar above an issuer’s page', () => {
  it('shows the host and the payment, and has a button to close', () => {
    const bar = read({ host: 'acs.bank.example', title: '25.00 EUR' })
    expect(bar.querySelector('strong')?.textContent).toBe('acs.bank.example')
    expect(bar.body.textContent).toContain('25.00 EUR')
    expect([bar.forms[0]?.action, bar.querySelector('button')?.textContent]).toEqual([
      barCloseUrl,
      'Close this page',
    ])
  })

  it('shows hostile text as text', () => {
    const hostile = '</p><script>alert(1)</script><img src=x onerror=alert(1)>'
    const bar = read({ host: hostile, title: hostile })
    expect([bar.querySelectorAll('script, img').length, bar.querySelector('strong')?.textContent]).toEqual([
      0,
      hostile,
    ])
  })

  it('may load nothing and run nothing', () => {
    const policy = read({ host: 'a', title: 'b' }).querySelector('meta[http-equiv]')?.getAttribute('content')
    expect(policy).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; form-action ${barCloseUrl}; base-uri 'none'`,
    )
  })
})
