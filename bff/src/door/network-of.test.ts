import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['197.248.10.7', '197.248.10.7'],
  ['197.248.10.7:51122', '197.248.10.7'],
  ['::ffff:197.248.10.7', '197.248.10.7'],
  ['::FFFF:c5f8:a07', '197.248.10.7'],
  ['[::ffff:197.248.10.7]:443', '197.248.10.7'],
  ['2c0f:fe38:2405:12ab:1:2:3:4', '2c0f:fe38:2405:12ab::/64'],
  ['2C0F:FE38:2405:12AB::9', '2c0f:fe38:2405:12ab::/64'],
  ['2c0f:fe38::1', '2c0f:fe38:0:0::/64'],
  ['[2c0f:fe38:2405:12ab::9]:443', '2c0f:fe38:2405:12ab::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::197.248.10.7', '64:ff9b:0:0::/64'],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))

test.each(['', 'unknown', '1.2.3', '1.2.3.4.5', 'Wanjiku', ':::1', '_hidden'])('%j is no address', (text) =>
  expect(networkOf(text)).toBeNull(),
)
