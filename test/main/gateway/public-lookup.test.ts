import { expect, it } from 'vitest'
import { publicLookup } from '../../../src-main/gateway/public-lookup'

it('a lookup gives the addresses that it checked, so that a name cannot resolve otherwise for the connection (S9)', () => {
  const answers = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  let asked = 0
  const lookup = publicLookup((_host, _options, callback) => callback(null, answers[asked++] ?? []))
  const given: unknown[] = []
  const keep = (error: unknown, address: unknown) => given.push(error === null ? address : 'refused')
  lookup('acs.bank.example', { all: true }, keep)
  expect([asked, given]).toEqual([1, [[{ address: '8.8.8.8', family: 4 }]]])
  lookup('acs.bank.example', {}, keep)
  expect(given[1]).toBe('refused')
})
