import { describe, expect, test } from 'vitest'
import { networkOf, networkOfProgram } from './network.ts'

describe('the network that asks', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3:5050', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['[2001:db8:1:2::9]:5050', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

  test('of IPv6 is another for another neighbourhood', () =>
    expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9')))
})

describe('who may be a program that keeps no cookies', () => {
  const of = (headers: Record<string, string>) =>
    networkOfProgram({ headers: new Headers(headers), address: '10.1.2.3' })

  test('is whoever shows no sign of a browser', () =>
    expect(of({ 'sec-fetch-mode': 'cors', 'user-agent': 'node' })).toBe('10.1.2.3'))
  test.each([
    ['cookie', 'theme=dark'],
    ['origin', 'null'],
    ['sec-fetch-site', 'same-origin'],
  ])('is nobody who brings %s', (name, value) => expect(of({ [name]: value })).toBeUndefined())
})
