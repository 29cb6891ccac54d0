import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { findSample, getToken } from './screens.ts'
import { openTestProduct } from './test-product.ts'

const { product, visit } = openTestProduct()

const setStatus = async (id: string, trackingId: string, status: string): Promise<void> => {
  const answer = await fetch(`${product().url}/api/admin/deliveries/${id}/status`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await getToken(product().url, 'admin@tuma.test')}`,
    },
    body: JSON.stringify({ status, trackingId }),
  })
  expect(answer.status).toBe(200)
}

test('a tracking page follows its parcel without a reload, also over a restart of the server', async () => {
  const { _id, trackingId } = await findSample(product().url)
  const { page, complaints } = await visit(widths.phone)
  await setStatus(_id, trackingId, 'sorting')
  const connected = page.waitForResponse(/\/api\/events/)
  await page.goto(`/trackDelivery?id=${trackingId}`)
  await page.getByText('The parcel is being sorted and will be on its way soon.').waitFor()
  await connected

  await setStatus(_id, trackingId, 'inTransit')
  await page.getByText('The parcel is currently in transit.').waitFor()
  expect(complaints).toEqual([])

  await product().kill()
  await product().start()
  await setStatus(_id, trackingId, 'uncollected')
  await page.getByText('The parcel has been handed to the agent and the rider will pick it up soon.').waitFor()
})
