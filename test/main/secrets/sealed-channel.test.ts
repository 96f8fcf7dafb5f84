import { describe, expect, it } from 'vitest'
import { ChannelEnd } from '../../../src-main/secrets/sealed-channel'

describe('a message between main and the keychain process', () => {
  it('opens at the other end, for its account alone', async () => {
    const [main, keychain] = [new ChannelEnd(), new ChannelEnd()]
    const sealed = await main.seal(keychain.publicKey, 'database-key', 'ключ')
    expect(await keychain.open(main.publicKey, 'database-key', sealed)).toBe('ключ')
    await expect(keychain.open(main.publicKey, 'another', sealed)).rejects.toThrow('bound-elsewhere')
  })

  it('opens at no other end, and under no other key', async () => {
    const [main, keychain, other] = [new ChannelEnd(), new ChannelEnd(), new ChannelEnd()]
    const sealed = await keychain.seal(main.publicKey, 'database-key', 'horse-battery')
    await expect(other.open(keychain.publicKey, 'database-key', sealed)).rejects.toThrow('damaged')
    await expect(main.open(other.publicKey, 'database-key', sealed)).rejects.toThrow('damaged')
    await expect(main.open('no key', 'database-key', sealed)).rejects.toThrow()
  })
})
