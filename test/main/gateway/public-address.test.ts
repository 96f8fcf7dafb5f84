import { expect, it } from 'vitest'
import { isPublicAddress } from '../../../src-main/gateway/public-address'

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:203.0.113.9',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2002:7f00:1::',
  'gate.example',
  '',
])('%j is not a public address (E4, S10)', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['8.8.8.8', '100.128.0.1', '172.32.0.1', '192.169.0.1', '2001:4860:4860::8888', '64:ff9b::808:808'])(
  '%j is one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
