import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicHost } from '../../../src-main/platform/public-address'

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
  '2001::1',
  '2001:db8::1',
  '64:ff9b:1::808:808',
  '100::1',
  '4000::1',
  '192.0.2.1',
  '192.88.99.1',
  '198.51.100.1',
  '203.0.113.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
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

describe('the host of a URL', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://１２７.0.0.1/',
    'https://bank.example@127.0.0.1/',
    'https://0/',
    'https://10.0.0.8:8443/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.100.1.1/',
    'https://239.255.255.250/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:a00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa./',
  ])('%s is not on the public internet (S9, S10)', (url) => {
    expect(isPublicHost(new URL(url).hostname)).toBe(false)
  })

  it.each([
    'https://acs.bank.example/',
    'https://acs.bank.example./',
    'https://8.8.8.8/',
    'https://[2001:4860:4860::8888]/',
    'https://local.bank.example/',
    'https://банк.example/',
  ])('%s can be', (url) => {
    expect(isPublicHost(new URL(url).hostname)).toBe(true)
  })
})
