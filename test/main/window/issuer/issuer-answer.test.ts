import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeForm, readPostedForm, type UploadPart } from '../../../../src-main/window/issuer/issuer-answer'

const posted = (text: string): UploadPart[] => [{ bytes: Buffer.from(text, 'latin1') }]

// A CRes without padding and with an underscore; a PaRes with every character that form encoding changes.
const cres = 'eyJtZXNzYWdlVHlwZSI6IkNSZXMiLCJ0cmFuc1N0YXR1cyI6IlkiLCJuIjoifn4_Pm9rIn0'
const paRes = 'eJx+Vd/ab+9kQm1zZz0/8w=='

describe('readPostedForm', () => {
  it('returns a CRes unchanged, without padding and with its underscore', () => {
    expect(readPostedForm(posted(`cres=${cres}&threeDSSessionData=c2Vzc2lvbg`))).toEqual({
      kind: 'form',
      fields: [
        { name: 'cres', value: cres },
        { name: 'threeDSSessionData', value: 'c2Vzc2lvbg' },
      ],
    })
  })

  it('decodes a PaRes once, with every plus and equals sign', () => {
    const body = 'PaRes=eJx%2BVd%2Fab%2B9kQm1zZz0%2F8w%3D%3D&MD=MD-5f31c0aa77'
    expect(readPostedForm(posted(body))).toEqual({
      kind: 'form',
      fields: [
        { name: 'PaRes', value: paRes },
        { name: 'MD', value: 'MD-5f31c0aa77' },
      ],
    })
  })

  it('joins the parts of a body, also when a part ends inside an escape', () => {
    const parts = ['PaRes=eJx%2', 'BVd%2Fab', '%2B9k&M', 'D=a'].flatMap(posted)
    expect(readPostedForm(parts)).toEqual({
      kind: 'form',
      fields: [
        { name: 'PaRes', value: 'eJx+Vd/ab+9k' },
        { name: 'MD', value: 'a' },
      ],
    })
  })

  it.each([
    ['no body', undefined, 'answer-empty'],
    ['an empty list', [], 'answer-empty'],
    ['no bytes', posted(''), 'answer-empty'],
    ['nothing but separators', posted('&&'), 'answer-empty'],
    ['a file', [{ bytes: Buffer.from('cres=x'), file: '/etc/passwd' }], 'answer-unreadable'],
    ['a blob', [{ blobUUID: '6f2c' }], 'answer-unreadable'],
    [
      'a form in parts',
      posted('------WebKitFormBoundary7\r\nContent-Disposition: form-data'),
      'answer-unreadable',
    ],
    ['more than anybody sends', posted(`cres=${'A'.repeat(262_144)}`), 'answer-too-long'],
  ] as const)('refuses %s', (_name, parts, failure) => {
    expect(readPostedForm(parts)).toEqual({ kind: 'no-form', failure })
  })
})

describe('decodeForm', () => {
  it.each([
    ['a+b', 'a b'],
    ['a%2Bb', 'a+b'],
    ['a%20b', 'a b'],
    ['%252B', '%2B'],
    ['%C3%A4', 'ä'],
    ['%', '%'],
    ['%2', '%2'],
    ['%zz', '%zz'],
    ['a=b=c', 'a=b=c'],
    ['%EF%BB%BFx', '\ufeffx'],
    ['', ''],
  ])('reads the value %s as %s', (encoded, value) => {
    expect(decodeForm(Buffer.from(`?name=${encoded}`, 'latin1'))).toEqual([{ name: '?name', value }])
  })

  it('keeps order, repeated names and names without a value', () => {
    expect(decodeForm(Buffer.from('a=1&b&a=2'))).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: '' },
      { name: 'a', value: '2' },
    ])
  })

  it('decodes every list of fields that a browser encodes', () => {
    const field = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        const body = new URLSearchParams(fields).toString()
        expect(decodeForm(Buffer.from(body)).map(({ name, value }) => [name, value])).toEqual(fields)
      }),
    )
  })
})
