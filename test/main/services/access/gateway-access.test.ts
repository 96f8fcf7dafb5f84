import { describe, expect, it } from 'vitest'
import { GatewayAccess } from '../../../../src-main/services/access/gateway-access'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { aProfile } from '../../../support/builders'
import { FakeClock, settled } from '../../../support/fakes/fake-clock'
import { FakeSimulatorHost } from '../../../support/fakes/fake-surroundings'
import { FakeVault } from '../../../support/fakes/fake-vault'

/** A vault that holds its answers until they are released. */
class SlowVault extends FakeVault {
  readonly #waiting: (() => void)[] = []

  override async readControlKey(...asked: Parameters<FakeVault['readControlKey']>): Promise<string> {
    const key = await super.readControlKey(...asked)
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return key
  }

  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

const profile = aProfile({ environment: 'gateway-test', baseUrl: 'https://gate.example.test/paynet' })

async function setUp() {
  const [clock, vault] = [new FakeClock(), new SlowVault()]
  await vault.saveControlKey(profile, 'horse-battery')
  const access = new GatewayAccess({
    storage: new StorageSession(),
    vault,
    simulator: new FakeSimulatorHost(),
    clock,
    onKeychainOpen: () => undefined,
  })
  const poll = async () => (await access.pollCredentials(profile)).controlKey
  return { clock, vault, access, poll }
}

describe('the key of status polls', () => {
  it('reaches every poll that waits for it, although it was dropped while it was read (E2)', async () => {
    const { clock, vault, access, poll } = await setUp()
    const polls = [poll(), poll()]
    await clock.advance(2000)
    access.forget(profile.profileId)
    vault.release()
    expect(await Promise.all(polls)).toEqual(['horse-battery', 'horse-battery'])
    expect(vault.readCount).toBe(1)
  })

  it('is shared for two seconds and read again afterwards, or when it was forgotten', async () => {
    const { clock, vault, access, poll } = await setUp()
    const next = async () => {
      const polled = poll()
      await settled()
      vault.release()
      return [await polled, vault.readCount]
    }
    expect([await next(), await next()]).toEqual([
      ['horse-battery', 1],
      ['horse-battery', 1],
    ])
    await clock.advance(2000)
    expect(await next()).toEqual(['horse-battery', 2])
    access.forget(profile.profileId)
    expect(await next()).toEqual(['horse-battery', 3])
  })
})
