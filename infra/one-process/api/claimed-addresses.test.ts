import { describe, expect, onTestFinished, test } from 'vitest'
import { doorstepForm } from './parcels.ts'
import { openTestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** Opens a product with this many proxies in front, which allows three wrong ids. */
const behind = async (proxies: number) => {
  const product = await openTestProduct({ TRUSTED_PROXIES: String(proxies), TRACKING_MISSES_PER_QUARTER_HOUR: '3' })
  onTestFinished(() => product.close())
  return product
}
const guess = (person: Visitor, index: number, call = 'track') =>
  person.get(`/api/agent/${call}/TM-0000-0000-00${String(index).padStart(2, '0')}`)
const stoppedAfterThree = [404, 404, 404, 429, 429, 429]

describe('guesses are counted by the address that our own proxies saw', () => {
  test.each([
    ['none', 0, (index: number) => ({ 'x-forwarded-for': `10.0.0.${index}` })],
    ['one', 1, (index: number) => ({ 'x-forwarded-for': `10.0.0.${index}, 203.0.113.7` })],
    ['two', 2, (index: number) => ({ 'x-forwarded-for': `10.0.0.${index}, 203.0.113.7, 198.51.100.1` })],
    [
      'one, which says nothing else',
      1,
      (index: number) => ({
        'x-forwarded-for': '203.0.113.7',
        ...{ forwarded: `for=10.0.0.${index}`, 'x-real-ip': `10.0.0.${index}`, 'x-client-ip': `10.0.0.${index}` },
        ...{ 'cf-connecting-ip': `10.0.0.${index}`, 'true-client-ip': `10.0.0.${index}` },
      }),
    ],
  ])('with %s of them in front', async (_what, proxies, claimed) => {
    const product = await behind(proxies)
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await guess(product.stranger(claimed(index)), index)).status)
    expect(statuses).toEqual(stoppedAfterThree)
  })
})

test('tracking and receipts share one allowance, whichever cookies are sent, and after it right ids are refused too', async () => {
  const product = await behind(0)
  const { trackingId } = (await product.stranger().post('/api/doorstep/deliveries', doorstepForm)).body
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    const cookie = `tuma_visitor=${String(index).repeat(22)}; tuma_receipt=${index}; tuma_device=${index}`
    const call = index % 2 ? 'generate-pdf' : 'track'
    statuses.push((await guess(product.stranger({ cookie }), index, call)).status)
  }
  expect(statuses).toEqual(stoppedAfterThree)
  for (const call of ['track', 'generate-pdf'])
    expect((await product.stranger().get(`/api/agent/${call}/${trackingId}`)).status).toBe(429)
})
