import { textOf } from '@tuma/bff/testing/pdf-text'
import type { KeptMessage } from '@tuma/contracts/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const CONTACT_EMAIL = 'help@tuma.example'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct({ CONTACT_EMAIL })
})
afterAll(() => product.close())

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '</p></li><iframe src=javascript:alert(1)>',
  'javascript:alert(1)',
  'https://x.example/"onmouseover="alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '#{7*7} <%= 7*7 %> %s%n',
  ') /JS (app.alert(1)) /S /JavaScript (',
]
const outbox = async (): Promise<KeptMessage[]> =>
  (await product.stranger({ accept: 'application/json' }).get('/dev/outbox')).body
const outboxPage = async () => {
  const { body, headers } = await product.stranger({ accept: 'text/html' }).get('/dev/outbox')
  return { html: String(body), headers }
}
const getElements = (html: string) =>
  new Set([...html.matchAll(/<([a-z!][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase()))

describe.each(payloads)('what a person writes stays as they wrote it: %s', (payload) => {
  test('on the receipt, which runs nothing', async () => {
    const { sender, receiver } = doorstepForm
    const sent = product.stranger()
    const { status, body } = await sent.post('/api/doorstep/deliveries', {
      ...doorstepForm,
      sender: { ...sender, name: `Zawadi ${payload}` },
      receiver: { ...receiver, name: `Juma ${payload}`, pickupAddress: payload, moreDetails: payload },
      parcelDescription: payload,
    })
    expect(status).toBe(201)
    const { body: pdf } = await sent.get(`/api/agent/generate-pdf/${body.trackingId}`)
    const read = textOf(pdf).replace(/\s/g, '')
    expect(read).toContain(payload.replace(/\s/g, '').slice(0, 12))
    expect(pdf.toString('latin1')).not.toMatch(
      /\/(JS|JavaScript|OpenAction|AA|Launch|EmbeddedFile|RichMedia|SubmitForm)\b/,
    )
    for (const { to, text } of await outbox()) if (to !== CONTACT_EMAIL) expect(text).not.toContain(payload)
  })

  test('in a mail and where it is shown', async () => {
    const message = { name: `Zawadi ${payload}`, email: 'zawadi@tuma.test', message: `Hello ${payload}` }
    const { status } = await (await product.signedIn('client')).post('/api/support/messages', message)
    expect(status).toBe(201)
    await expect.poll(async () => (await outbox()).filter(({ text }) => text.includes(message.message))).toHaveLength(1)
    const { html, headers } = await outboxPage()
    const known = ['!doctype', 'html', 'meta', 'title', 'style', 'h1', 'p', 'ol', 'li', 'small', 'b', 'a']
    expect([...getElements(html)].filter((name) => !known.includes(name))).toEqual([])
    expect(html).not.toMatch(/<[^>]*\son\w+\s*=/i)
    expect(html).not.toMatch(/href="(?!https?:\/\/)/i)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  })
})

test('a name with marks that end a header appears in no header', async () => {
  const client = await product.signedIn('client')
  for (const name of ['Zawadi\r\nBcc: all@tuma.test', 'Zawadi\nSubject: x', 'Zawadi\u2028Bcc: x']) {
    const written = { name, email: 'zawadi@tuma.test', message: 'Where is it?' }
    expect((await client.post('/api/support/messages', written)).status).toBe(400)
  }
  for (const email of ['a@tuma.test\r\nBcc: b@tuma.test', 'a@tuma.test, b@tuma.test', 'a@tuma.test;b@tuma.test']) {
    const written = { name: 'Zawadi Mwende', email, message: 'Where is it?' }
    expect((await client.post('/api/support/messages', written)).status).toBe(400)
  }
})
