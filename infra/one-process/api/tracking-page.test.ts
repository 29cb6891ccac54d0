import type { Delivery } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { getSecrets } from './secrets.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
let fixtures: Fixtures
let door: string
beforeAll(async () => {
  product = await openTestProduct({ TRACKING_MISSES_PER_QUARTER_HOUR: '3', TRUSTED_PROXIES: '1' })
  fixtures = await openFixtures(product)
  door = (await from('10.1.0.1').post('/api/doorstep/deliveries', doorstepForm)).body.trackingId
})
afterAll(() => product.close())

/** Gives the parcel to a rider, because SMS of a visitor's parcel wait for that. */
const ridden = async (id: string): Promise<void> => {
  const [rider] = (await fixtures.admin.get('/api/admin/all')).body
  expect((await fixtures.cbd.put(`/api/doorstep/assign-rider/${id}`, { riderId: rider._id })).status).toBe(200)
}
const from = (address: string) => product.stranger({ 'x-forwarded-for': address })
const pageAt = async (path: string, headers: Record<string, string> = {}, address = '10.1.0.1') => {
  const answer = await from(address).get(path, { headers })
  return { status: answer.status, html: answer.body.toString() as string, headers: answer.headers }
}

describe('the page that needs no script', () => {
  test('shows where a parcel is, what is due, what comes next and what has happened', async () => {
    const { status, html } = await pageAt(`/t/${door}`)
    expect(status).toBe(200)
    for (const said of [door, 'handed to the agent', 'Pay Ksh 1,850 when', 'Delivered to the door', 'Booked'])
      expect(html).toContain(said)
    expect(html).toContain('Moi Avenue Stationers')
  })

  test('first says where to bring a parcel for a door, until a rider is chosen', async () => {
    const { body } = await from('10.1.0.5').post('/api/doorstep/deliveries', doorstepForm)
    const shown = async () => (await pageAt(`/t/${body.trackingId}`)).html
    const bring = 'The sender brings it to Moi Avenue Stationers, NAIROBI CBD. A rider takes it from there.'
    expect(await shown()).toMatch(new RegExp(`class="now">${bring}.*class="soft">The parcel has been handed`, 's'))
    await ridden(body._id)
    await expect.poll(shown).toContain('Waiting for the rider')
    expect(await shown()).toContain('class="now">The parcel has been handed')
    expect(await shown()).not.toContain(bring)
  })

  test('shows the whole way of a parcel, where it is now, and its status as a badge', async () => {
    const { html } = await pageAt(`/t/${door}`)
    expect(html.match(/<ol/g)).toHaveLength(1)
    expect(html).toMatch(/<li aria-current="step">Booked .*In Transit.*Delivered to the door/s)
    expect(html).toContain('data-status="uncollected">Booked</p>')
  })

  test('shows what was promised for its kind and from when', async () => {
    expect((await pageAt(`/t/${door}`)).html).toMatch(
      /Booked: [^<]+\. (Same-day: within 12 hours|Express: in under 1 h 30 min)\./,
    )
  })

  test('offers a new code only while the receiver can still collect the parcel', async () => {
    const brought = await fixtures.toBePaid()
    const shown = async () => (await pageAt(`/t/${brought.trackingId}`)).html
    expect(await shown()).toContain('Send a new code to the receiver')
    await fixtures.admin.patch(`/api/admin/deliveries/${brought._id}/status`, {
      status: 'delivered',
      trackingId: brought.trackingId,
    })
    await expect.poll(shown).toContain('delivered to the receiver')
    expect(await shown()).not.toContain('Send a new code')
  })

  test('is found by the spellings of people and codes, by address and by its form', async () => {
    const bare = door.replaceAll('-', '')
    for (const path of [
      `/T/${bare}`,
      `/t/${door.toLowerCase()}`,
      `/t?id=${encodeURIComponent(` ${bare.toLowerCase()} `)}`,
    ])
      expect([path, (await pageAt(path)).html.includes(door)]).toEqual([path, true])
  })

  test('has no script and fits into one answer of a slow network', async () => {
    const { html, headers } = await pageAt(`/t/${door}`)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|<img|<link/i)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(14 * 1024)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  test('is not cached, not found by search engines, and does not reveal where a visitor came from', async () => {
    const { headers } = await pageAt(`/t/${door}`)
    const said = ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => headers.get(name))
    expect(said).toEqual(['no-store', 'noindex', 'same-origin'])
  })

  test('uses the language of the browser, then the choice in the web app, then its own link', async () => {
    const swahili = 'Kifurushi kimeletwa dukani na rider'
    const spoken = async (path: string, headers: Record<string, string>) =>
      (await pageAt(path, headers)).html.includes(swahili)
    expect(await spoken(`/t/${door}`, { 'accept-language': 'sw-KE, en;q=0.5' })).toBe(true)
    expect(await spoken(`/t/${door}`, { cookie: 'tuma_language=sw' })).toBe(true)
    for (const asked of ['lang=sw', 'l=sw'])
      expect(await spoken(`/t/${door}?${asked}`, { cookie: 'tuma_language=en' })).toBe(true)
    expect(await spoken(`/t/${door}`, { 'accept-language': 'en-KE, sw;q=0.5' })).toBe(false)
  })

  test('shows no more than the tracking id allows, even to a signed-in admin', async () => {
    await fixtures.dukani('delivered')
    const leakIn = await getSecrets(fixtures)
    const deliveries: Delivery[] = (await fixtures.admin.get('/api/admin/deliveries?limit=20')).body
    for (const { trackingId } of deliveries) {
      const seen = await fixtures.admin.get(`/t/${trackingId}`)
      expect([trackingId, seen.status, leakIn(seen.body.toString())]).toEqual([trackingId, 200, null])
    }
  })

  test('shows what was typed as it was typed, and runs none of it', async () => {
    const { status, html } = await pageAt(`/t?id=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(status).toBe(404)
    expect(html).toContain('Parcel not found. Please check the Tracking ID.')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
    expect(html).not.toContain('<script')
  })

  test('says when a parcel is held, on its way back, back, or lost', async () => {
    const parcel = await fixtures.dukani('delivered')
    const shown = async () => (await pageAt(`/t/${parcel.trackingId}`)).html
    expect(await shown()).toMatch(/Ready to collect.*It waits there until .*Then it goes back to the sender/s)
    expect(await shown()).toContain('Send a new code to the receiver')
    await fixtures.thika.put(`/api/agent/hold/${parcel._id}`, { code: 'damaged', note: 'The box is open.' })
    await expect.poll(shown).toContain('It is on hold. It moves on when the problem is solved.')
    for (const said of ['Ready to collect', 'Collect it', 'It waits there until', 'Send a new code'])
      expect(await shown()).not.toContain(said)
    expect(await shown()).not.toContain('The box is open')
    await fixtures.thika.put(`/api/agent/lift/${parcel._id}`, { code: 'damaged' })
    await fixtures.admin.put(`/api/admin/deliveries/${parcel._id}/lost`, { lost: true })
    await expect.poll(shown).toContain('We do not know where it is. We are looking for it.')
    expect(await shown()).not.toContain('class="ahead"')
    await fixtures.admin.put(`/api/admin/deliveries/${parcel._id}/lost`, { lost: false })
    await fixtures.admin.put(`/api/admin/deliveries/${parcel._id}/return`, {})
    await expect.poll(shown).toContain('It is on its way back to the sender.')
    expect(await shown()).toContain('It goes back to Moi Avenue Stationers, NAIROBI CBD.')
    await fixtures.thika.put(`/api/agent/update-intransit/${parcel._id}`, {})
    await fixtures.cbd.put(`/api/agent/update-received/${parcel._id}`, {})
    await expect.poll(shown).toContain('The sender gets it back at Moi Avenue Stationers, NAIROBI CBD')
    expect(await shown()).toContain('Send a new code to the sender')
    expect(await shown()).not.toContain('Send a new code to the receiver')
    await fixtures.cbd.put(`/api/agent/collect/${parcel._id}`, { code: await fixtures.getCode(parcel) })
    await expect.poll(shown).toContain('It is back with the sender.')
    expect(await shown()).not.toContain('The parcel has been collected.')
  })

  test('says which phone to call', async () => {
    expect((await pageAt(`/t/${door}`)).html).toContain('href="tel:0700000000">0700 000 000</a>')
  })

  test('asks for an id where none was given', async () => {
    const { status, html } = await pageAt('/t')
    expect([status, html.includes('role="alert"')]).toEqual([200, false])
  })
})

describe('the language of SMS to a receiver', () => {
  const choose = (language: string, id = door, headers: Record<string, string> = {}) =>
    from('10.1.0.1').post(`/t/${id}/language`, `language=${language}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const handIn = async (form: typeof doorstepForm, headers: Record<string, string>) => {
    const { body } = await from('10.1.0.3').post('/api/doorstep/deliveries', form, { headers })
    await ridden(body._id)
    return body.trackingId as string
  }
  const receivedBy = (phone: string) => ({ ...doorstepForm, receiver: { ...doorstepForm.receiver, phone } })

  test('is the sender’s, until the receiver chooses one on the page, for all later senders', async () => {
    const phone = '0722 900 100'
    const first = await handIn(receivedBy(phone), { cookie: 'tuma_language=sw' })
    expect((await product.messageTo('0722900100', new RegExp(first))).text).toContain('anakutumia kifurushi')
    await expect
      .poll(async () => (await pageAt(`/t/${first}`)).html)
      .toMatch(/value="sw" lang="sw" aria-pressed="true"/)
    expect((await product.messageTo('0711333444', new RegExp(first))).text).toContain('tunacho kifurushi chako')

    const chosen = await choose('en', first)
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `/t/${first}?lang=en&chosen`])
    const page = (await pageAt(`/t/${first}?lang=en&chosen`)).html
    expect(page).toContain('The receiver now gets our SMS in English.')
    expect(page).toMatch(/value="en" lang="en" aria-pressed="true"/)
    const second = await handIn(receivedBy(phone), { cookie: 'tuma_language=sw' })
    expect((await product.messageTo('0722900100', new RegExp(second))).text).toContain('is sending you a parcel')
  })

  test('cannot be chosen from another site, for an unknown parcel, or in another language', async () => {
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const site of others) expect((await choose('sw', door, site)).status).toBe(403)
    expect((await choose('en', door, { origin: product.url })).status).toBe(303)
    expect((await choose('sw', 'TM-0000-0000-0000')).status).toBe(404)
    expect((await choose('de')).status).toBe(200)
    expect((await choose(`sw&more=${'x'.repeat(2000)}`)).status).toBe(400)
    const next = await handIn(doorstepForm, {})
    expect((await product.messageTo('0722555666', new RegExp(next))).text).toContain('is sending you a parcel')
  })
})

test('an SMS links to the page, in Swahili if the SMS is, whatever language the browser asks for', async () => {
  const english = await from('10.1.0.4').post('/api/doorstep/deliveries', doorstepForm)
  await ridden(english.body._id)
  const { text } = await product.messageTo('0722555666', new RegExp(english.body.trackingId))
  expect(text).toMatch(new RegExp(`/t/${english.body.trackingId}$`))
  const receiver = { ...doorstepForm.receiver, phone: '0722 900 200' }
  const headers = { cookie: 'tuma_language=sw' }
  const sent = await from('10.1.0.4').post('/api/doorstep/deliveries', { ...doorstepForm, receiver }, { headers })
  await ridden(sent.body._id)
  const { text: swahili } = await product.messageTo('0722900200', new RegExp(sent.body.trackingId))
  const link = new URL(/https?:\S+/.exec(swahili)?.[0] ?? '')
  const { html } = await pageAt(link.pathname + link.search, { 'accept-language': 'en' })
  expect(html).toContain('<html lang="sw">')
})

test('guesses on the page and by the API are counted together', async () => {
  for (const index of [1, 2]) expect((await pageAt(`/t/TM-0000-0000-000${index}`, {}, '10.1.0.9')).status).toBe(404)
  expect((await from('10.1.0.9').get('/api/agent/track/TM-0000-0000-0003')).status).toBe(404)
  const stopped = await pageAt(`/t/${door}`, {}, '10.1.0.9')
  expect([stopped.status, stopped.html.includes('Too many attempts.')]).toEqual([429, true])
  expect((await pageAt(`/t/${door}`, {}, '10.1.0.8')).status).toBe(200)
})
