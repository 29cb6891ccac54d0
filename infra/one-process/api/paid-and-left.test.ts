import { openLog } from '@tuma/platform/runtime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDemoPhone } from './demo-phone.ts'
import { dukaniFee, dukaniForm } from './parcels.ts'
import { openProductOverDays } from './product-over-days.ts'
import type { TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** A payer enters the PIN and leaves the page; the next day they open the link of their SMS in another browser. */
const phone = '0712000777'
const reference = 'PAY-817777'
let days: Awaited<ReturnType<typeof openProductOverDays>>
let product: TestProduct
let payer: Visitor
/** The key in the SMS. */
let key: string
const lines: string[] = []

beforeAll(async () => {
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  days = await openProductOverDays({}, log)
  product = days.product()
  payer = product.stranger()
  const asked = { paymentReferenceId: reference, senderName: 'Baraka Mwita', phone, amount: dukaniFee }
  const { body } = await payer.post('/api/payment/prompts', asked)
  await openDemoPhone(() => product).pays(phone)
  await vi.waitUntil(async () => (await payer.get(`/api/payment/prompts/${body.promptId}`)).body.state === 'paid', {
    timeout: 60_000,
    interval: 20,
  })
  product = await days.later(1)
  key = linkIn((await product.messageTo(phone, /not booked yet/)).text)
})
afterAll(() => days.close())

const linkIn = (text: string): string => /\/p\/#(\w{26})$/.exec(text)?.[1] ?? ''
const book = (visitor: Visitor) =>
  visitor.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId: reference })

test('the payer gets one SMS, whose link shows reference and amount and no data of the payer', async () => {
  const { status, body } = await product.stranger().post('/api/payment/links', { key })
  expect([status, body]).toEqual([200, { paymentReferenceId: reference, amount: dukaniFee }])
  const { body: outbox } = await product.stranger({ accept: 'application/json' }).get('/dev/outbox')
  expect(outbox.filter(({ to }: { to: string }) => to === phone)).toHaveLength(1)
})

test('opening the link uses nothing; taking the payment books one parcel, and no second one', async () => {
  const other = product.stranger()
  await other.post('/api/payment/links', { key })
  expect(await book(other)).toMatchObject({ status: 400, body: { code: 'payment_not_found' } })
  await other.post('/api/payment/links', { key, take: true })
  expect((await other.get('/api/payment/unused')).body).toMatchObject([{ paymentReferenceId: reference }])
  expect(await book(other)).toMatchObject({ status: 201 })
  const third = product.stranger()
  await vi.waitFor(
    async () =>
      expect(await third.post('/api/payment/links', { key, take: true })).toMatchObject({
        ...{ status: 409, body: { code: 'payment_used' } },
      }),
    60_000,
  )
})

test('a key that is wrong or cut short opens nothing, and no log holds a key', async () => {
  const stranger = product.stranger()
  const wrong = await stranger.post('/api/payment/links', { key: '0'.repeat(26) })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
  expect(await stranger.post('/api/payment/links', { key: 'ABC' })).toMatchObject({ status: 400 })
  expect(lines.filter((line) => line.includes(key) || line.includes('0'.repeat(26)))).toEqual([])
})
