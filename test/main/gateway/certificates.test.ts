import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { secureContext } from '../../../src-main/gateway/certificates'

const tls12 = 0x0303

describe('the secure context of connections', () => {
  it('allows nothing older than TLS 1.2, even when the default of the process does (S12)', () => {
    const before = tls.DEFAULT_MIN_VERSION
    tls.DEFAULT_MIN_VERSION = 'TLSv1'
    try {
      const native: { getMinProto(): number } = secureContext().context
      expect(native.getMinProto()).toBe(tls12)
    } finally {
      tls.DEFAULT_MIN_VERSION = before
    }
  })
})
