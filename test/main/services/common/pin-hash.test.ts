import { expect, it } from 'vitest'
import { hashPin, isPinOf, pinCost } from '../../../../src-main/services/common/pin-hash'

it('fits the PIN that it was made of and no other, each with a salt of its own', async () => {
  const [hash, again] = [await hashPin('274915', pinCost), await hashPin('274915', pinCost)]
  expect(hash).toMatchObject({ n: 32_768, r: 8, p: 3 })
  expect(hash.salt).not.toBe(again.salt)
  expect(hash.hash).not.toBe(again.hash)
  expect(await isPinOf('274915', hash)).toBe(true)
  expect(await isPinOf('274916', hash)).toBe(false)
})

it('is compared with the parameters that are stored with it', async () => {
  const earlier = await hashPin('274915', { n: 1024, r: 8, p: 1 })
  expect(await isPinOf('274915', earlier)).toBe(true)
  expect(await isPinOf('274915', { ...earlier, n: 2048 })).toBe(false)
})
