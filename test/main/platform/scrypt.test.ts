import { expect, it } from 'vitest'
import { scryptKey } from '../../../src-main/platform/scrypt'

// RFC 7914, section 12.
const vectors = [
  {
    ...{ secret: 'password', salt: 'NaCl', cost: { n: 1024, r: 8, p: 16 } },
    key: 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
  },
  {
    ...{ secret: 'pleaseletmein', salt: 'SodiumChloride', cost: { n: 16_384, r: 8, p: 1 } },
    key: '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
  },
]

it.each(vectors)(
  'makes the key that the standard gives for "$secret"',
  async ({ secret, salt, cost, key }) => {
    expect((await scryptKey(secret, Buffer.from(salt), 64, cost)).toString('hex')).toBe(key)
  },
)

it('fails with a cost that scrypt does not know, instead of making a weak key', async () => {
  await expect(scryptKey('secret', Buffer.from('salt'), 32, { n: 1000, r: 8, p: 1 })).rejects.toThrow(
    /scrypt/i,
  )
})
