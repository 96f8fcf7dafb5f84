// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postingPage, type PostedForm } from '../../../../src-main/window/issuer/posting-page'

const form: PostedForm = {
  url: 'https://acs.bank.example/challenge',
  fields: [{ name: 'creq', value: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ' }],
  target: 'window',
}
const read = (given: PostedForm) =>
  new DOMParser().parseFromString(postingPage(given, 'bm9uY2U').html, 'text/html')

describe('the page that posts to an issuer', () => {
  it('posts the given fields to the given address and shows nothing', () => {
    const page = read({ ...form, fields: [...form.fields, { name: 'threeDSSessionData', value: 'a+b/c==' }] })
    const posted = page.forms[0]
    expect([page.forms.length, posted?.method, posted?.action, posted?.target]).toEqual([
      1,
      'post',
      form.url,
      '',
    ])
    expect(
      [...(posted?.elements ?? [])].map((field) => [field.getAttribute('name'), field.getAttribute('value')]),
    ).toEqual([
      ['creq', 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ'],
      ['threeDSSessionData', 'a+b/c=='],
    ])
    expect(page.querySelectorAll('script').length).toBe(1)
    expect(page.querySelectorAll('iframe').length).toBe(0)
  })

  it('posts a method form into a hidden frame of the same page', () => {
    const page = read({ ...form, target: 'frame' })
    expect(page.querySelector('iframe')?.hidden).toBe(true)
    expect(page.forms[0]?.target).toBe(page.querySelector('iframe')?.name)
  })

  it('escapes every value', () => {
    const hostile = '"><script>alert(1)</script><form action="https://attacker.example"><input name=\'x'
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(hostile), fc.string({ unit: 'binary' })),
        fc.oneof(fc.constant(hostile), fc.string({ unit: 'binary' })),
        (name, value) => {
          fc.pre(!`${name}${value}`.includes('\0'))
          const page = read({ ...form, fields: [{ name, value }] })
          expect([page.forms.length, page.scripts.length, page.body.children.length]).toEqual([1, 1, 2])
          const input = page.forms[0]?.elements[0]
          expect([input?.getAttribute('name'), input?.getAttribute('value')]).toEqual([name, value])
        },
      ),
    )
  })

  it('is posted even when a field is named submit', () => {
    const script = read({ ...form, fields: [{ name: 'submit', value: 'x' }] }).scripts[0]?.textContent
    expect(script).toBe('HTMLFormElement.prototype.submit.call(document.forms[0])')
  })

  it('may only run its one script and post', () => {
    const { headers } = postingPage(form, 'bm9uY2U')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'nonce-bm9uY2U'; form-action https:; frame-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  it('may post to a simulator only when the issuer’s page is there, and may frame only a method page', () => {
    const policyOf = (given: PostedForm) => postingPage(given, 'n').headers['content-security-policy']
    const simulated = { ...form, url: 'http://127.0.0.1:8099/issuer/method' }
    expect(policyOf(simulated)).toContain("form-action http://127.0.0.1:8099 https:; frame-src 'none'")
    expect(policyOf({ ...simulated, target: 'frame' })).toContain('frame-src http://127.0.0.1:8099 https:;')
    expect(policyOf({ ...form, target: 'frame' })).toContain('form-action https:; frame-src https:;')
  })
})
