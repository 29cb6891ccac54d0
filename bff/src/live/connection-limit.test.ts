import { describe, expect, test } from 'vitest'
import { mayConnect, openConnectionLimit, toAskers } from './connection-limit.ts'

const none = { stranger: 0, client: 0, staff: 0 }

test.each([
  ['stranger', { ...none, stranger: 149 }, true],
  ['stranger', { ...none, stranger: 150 }, false],
  ['stranger', { ...none, stranger: 100, client: 125 }, false],
  ['client', { ...none, stranger: 150, client: 74 }, true],
  ['client', { ...none, stranger: 150, client: 75 }, false],
  ['client', { ...none, client: 225 }, false],
  ['staff', { stranger: 150, client: 75, staff: 74 }, true],
  ['staff', { stranger: 150, client: 75, staff: 75 }, false],
  ['staff', { ...none, staff: 299 }, true],
  ['stranger', { ...none, staff: 300 }, false],
] as const)('with 300 seats, a %s beside %j gets one: %s', (watching, taken, expected) =>
  expect(mayConnect(watching, taken, 300)).toBe(expected),
)

describe('strangers from any number of networks', () => {
  const getRefusal = (take: () => unknown): string | null => {
    try {
      take()
      return null
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const flooded = (networkAt: (index: number) => string) => {
    const connections = openConnectionLimit(300, 12)
    const refused = Array.from({ length: 1000 }, (_, index) =>
      getRefusal(() => connections.take('stranger', toAskers(networkAt(index)))),
    )
    return { connections, taken: refused.filter((code) => code === null).length }
  }

  test('leave a connection for an admin, and one for a client', () => {
    const { connections, taken } = flooded((index) => `10.0.${index >> 8}.${index & 255}`)
    expect(taken).toBe(150)
    expect(getRefusal(() => connections.take('client', [{ name: 'client', times: 1 }]))).toBeNull()
    for (let screen = 0; screen < 12; screen += 1)
      expect(getRefusal(() => connections.take('staff', [{ name: 'admin', times: 1 }]))).toBeNull()
    expect(getRefusal(() => connections.take('staff', [{ name: 'admin', times: 1 }]))).toBe('too_many')
  })
  test('from one /48 get four times as many as one network, however many networks it has', () => {
    const { taken } = flooded((index) => `2001:db8:1:${index.toString(16)}::/64`)
    expect(taken).toBe(48)
  })
  test('from one network get twelve', () => expect(flooded(() => '10.0.0.1').taken).toBe(12))
  test('who leave make room for others', () => {
    const connections = openConnectionLimit(4, 12)
    const leave = connections.take('stranger', toAskers('10.0.0.1'))
    connections.take('stranger', toAskers('10.0.0.2'))
    expect(getRefusal(() => connections.take('stranger', toAskers('10.0.0.3')))).toBe('busy')
    leave()
    expect(getRefusal(() => connections.take('stranger', toAskers('10.0.0.3')))).toBeNull()
  })
  test('who leave may come again', () => {
    const connections = openConnectionLimit(10, 1)
    const take = () => connections.take('client', [{ name: 'wanjiku', times: 1 }])
    const leave = take()
    expect(getRefusal(take)).toBe('too_many')
    leave()
    expect(getRefusal(take)).toBeNull()
  })
})
