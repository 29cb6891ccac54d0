import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type ComesAgain, openSenders } from './senders.ts'

/**
 * A product that is always busy: it answers after 500 ms of the test's clock, and asks to come again in two seconds.
 */
const askedForFiveSeconds = async (comesAgain: ComesAgain) => {
  let now = 0
  const askedAt: number[] = []
  const server = createServer((request, response) => {
    askedAt.push(now)
    now += 500
    request.resume()
    response.writeHead(503, { 'retry-after': '2' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const wait = async (ms: number) => {
    now += ms
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const senders = openSenders(url, { now: () => now, wait })
  onTestFinished(() => {
    senders.close()
    server.close()
    server.closeAllConnections()
  })
  const { busy } = await senders.oneAfterTheOther(1, 5, comesAgain)
  expect(busy.length).toBe(askedAt.length)
  return askedAt
}

test('a sender who comes again when told is refused once in the time that the product asks for', async () => {
  expect(await askedForFiveSeconds('whenTold')).toEqual([0, 2500])
})

test('a sender who comes again at once is refused as often as the product can answer', async () => {
  expect(await askedForFiveSeconds('atOnce')).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500])
})
