import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct({ SUPPORT_MESSAGES_PER_HOUR: '4', CONTACT_EMAIL: 'help@tuma.example' })
})
afterAll(() => product.close())

const written = { name: 'Zawadi Mwende', email: 'zawadi@tuma.test', message: 'Where is my parcel?\nIt is red.' }

test('a message reaches us by e-mail, once, with the address to answer', async () => {
  const headers = { 'idempotency-key': 'message-1' }
  const first = await product.stranger().post('/api/support/messages', written, { headers })
  const again = await product.stranger().post('/api/support/messages', written, { headers })
  expect([first.status, first.body]).toEqual([
    201,
    { message: 'Your message has been sent. We reply within 24 hours.' },
  ])
  expect([again.status, again.body]).toEqual([201, first.body])
  const mail = await product.messageTo('help@tuma.example')
  expect(mail.text).toContain('zawadi@tuma.test')
  expect(mail.text).toContain('Where is my parcel?\nIt is red.')
  const outbox = (await product.stranger({ accept: 'application/json' }).get('/dev/outbox')).body
  expect(outbox.filter(({ to }: { to: string }) => to === 'help@tuma.example')).toHaveLength(1)
})

test.each([
  ['name', { name: ' ' }, 'Name is required.'],
  ['email', { email: 'zawadi' }, 'Please enter a valid email address.'],
  ['message', { message: undefined }, 'Message is required.'],
  ['message', { message: 'x'.repeat(2001) }, 'Message is too long (at most 2000 characters).'],
])('is not taken without a proper %s', async (field, change, message) => {
  const { status, body } = await product.stranger().post('/api/support/messages', { ...written, ...change })
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field, message })
})

test('a stranger can send only so many messages, and does not use up the limit of signed-in people', async () => {
  const answers = []
  for (let message = 0; message < 5; message += 1) {
    answers.push((await product.stranger().post('/api/support/messages', written)).status)
  }
  expect(answers.at(-1)).toBe(429)
  const client = await product.signedIn('client')
  expect((await client.post('/api/support/messages', written)).status).toBe(201)
})
