import { dayAndMonthInWords, dayInWords } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { openProductOverDays } from './product-over-days.ts'
import type { TestProduct } from './test-product.ts'

/** Parcels that have waited a week in THIKA, and the SMS that their sender got this morning. */
let days: Awaited<ReturnType<typeof openProductOverDays>>
let product: TestProduct
let fixtures: Fixtures
let parcels: Parcel[]
beforeAll(async () => {
  days = await openProductOverDays({ TRACKING_MISSES_PER_QUARTER_HOUR: '4', TRUSTED_PROXIES: '1' })
  fixtures = await openFixtures(days.product())
  const arrived: Parcel[] = []
  for (let index = 0; index < 5; index += 1) arrived.push(await fixtures.dukani('delivered'))
  parcels = arrived
  product = await days.later(7)
  fixtures = await openFixtures(product)
})
afterAll(() => days.close())
/** Wrong keys are counted by address, so each test gets a new one. */
let phones = 0
beforeEach(() => {
  phones += 1
})

const readLink = async ({ trackingId }: Parcel): Promise<string> => {
  const { text } = await product.messageTo('0711333444', new RegExp(`${trackingId}.*Decide here`))
  return new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname
}
const from = (address: string) => product.stranger({ 'x-forwarded-for': address })
const pageAt = async (path: string, headers: Record<string, string> = {}, address = `10.2.0.${phones}`) => {
  const { status, body, headers: answered } = await from(address).get(path, { headers })
  return { status, html: body.toString() as string, headers: answered }
}
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const decide = (path: string, decision: string, headers = {}, address = `10.2.0.${phones}`) =>
  from(address).post(path, `decision=${decision}`, { headers: { ...asForm, ...headers } })
const getRow = async ({ _id }: Parcel) => (await fixtures.admin.get(`/api/deliveries/parcelDukani/${_id}`)).body
const textOf = (html: string) => html.replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>/g, '\n')

describe('the link in the SMS to the sender of an uncollected parcel', () => {
  test('shows what the sender can decide and until when, and no full name or phone', async () => {
    const parcel = parcels[0] as Parcel
    const { waiting } = await getRow(parcel)
    expect(waiting).toMatchObject({ asked: true, mayWait: true })
    const { status, html, headers } = await pageAt(await readLink(parcel))
    expect(status).toBe(200)
    const said = textOf(html)
    for (const line of [
      'Your parcel has not been collected',
      parcel.trackingId,
      `It has waited at Thika Arcade Bookshop, THIKA since ${dayInWords(waiting.since, 'en')}.`,
      `If you do not decide, it goes back to you on ${dayInWords(waiting.until, 'en')}.`,
      `Let it wait until ${dayAndMonthInWords(waiting.longerUntil, 'en')}`,
      'For: Juma O.',
      'Send it back to me',
    ])
      expect(said).toContain(line)
    for (const secret of ['Odinga', 'Mwende', '722555666', '711333444']) expect(html).not.toContain(secret)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|<img|<link/i)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(14 * 1024)
    const kept = ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => headers.get(name))
    expect(kept).toEqual(['no-store', 'noindex', 'same-origin'])
  })

  test('opens a page in Swahili for a browser that asks for it, and works in small letters too', async () => {
    const link = await readLink(parcels[0] as Parcel)
    const { status, html } = await pageAt(link.toLowerCase(), { 'accept-language': 'sw-KE' })
    expect([status, html.includes('Kifurushi chako hakijachukuliwa')]).toEqual([200, true])
    expect((await pageAt(`${link}/back?lang=sw`)).html).toContain('Ndiyo, kirudishwe')
  })

  test('lets the parcel wait seven days longer, once, and then says that it has been used', async () => {
    const parcel = parcels[1] as Parcel
    const link = await readLink(parcel)
    const { longerUntil } = (await getRow(parcel)).waiting
    const done = await decide(link, 'wait')
    expect([done.status, done.headers.get('location')]).toEqual([303, `/t/${parcel.trackingId}?lang=en&decided=wait`])
    const shown = await pageAt(done.headers.get('location') ?? '')
    expect(shown.html).toContain('You decided: it waits longer.')
    expect(shown.html).toContain(`It waits there until ${dayInWords(longerUntil, 'en')}`)
    expect((await getRow(parcel)).waiting).toMatchObject({ until: longerUntil, asked: false })
    for (const answer of [await pageAt(link), await decide(link, 'back')]) {
      expect(answer.status).toBe(404)
      const html = 'html' in answer ? answer.html : answer.body.toString()
      expect(html).toContain('This link no longer works')
      expect(html).toContain(`It waits there until ${dayInWords(longerUntil, 'en')}`)
    }
    expect(await getRow(parcel)).toMatchObject({ status: 'delivered', waiting: { until: longerUntil } })
  })

  test('asks once more before it sends the parcel back, and does nothing until then', async () => {
    const parcel = parcels[2] as Parcel
    const link = await readLink(parcel)
    const asked = await pageAt(`${link}/back`)
    expect([asked.status, asked.html.includes('You cannot undo this.')]).toEqual([200, true])
    expect((await getRow(parcel)).leg).toBeUndefined()
    const done = await decide(link, 'back')
    expect(done.headers.get('location')).toBe(`/t/${parcel.trackingId}?lang=en&decided=back`)
    expect(await getRow(parcel)).toMatchObject({ status: 'uncollected', leg: 'back' })
    const { html } = await pageAt(done.headers.get('location') ?? '')
    expect(html).toContain('It is on its way back to the sender.')
  })

  test('pressed twice at once decides once', async () => {
    const parcel = parcels[3] as Parcel
    const link = await readLink(parcel)
    const { longerUntil } = (await getRow(parcel)).waiting
    const pressed = await Promise.all([decide(link, 'wait'), decide(link, 'wait')])
    expect(pressed.map(({ status }) => status)).toContain(303)
    expect((await getRow(parcel)).waiting.until).toBe(longerUntil)
  })

  test('does nothing for another parcel, from another site, or with input that our form does not send', async () => {
    const [parcel, other] = [parcels[0] as Parcel, parcels[4] as Parcel]
    const key = (await readLink(parcel)).split('/').at(-1)
    const wrong = await pageAt(`/t/${other.trackingId}/${key}`)
    expect([wrong.status, wrong.html.includes('This link no longer works')]).toEqual([404, true])
    expect((await decide(`/t/${other.trackingId}/${key}`, 'back')).status).toBe(404)
    const link = await readLink(other)
    expect((await decide(link, 'back', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await decide(link, 'back', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await decide(link, 'burn')).headers.get('location')).toBe(`${link}?lang=en`)
    expect((await decide(link, `back&more=${'x'.repeat(2000)}`)).status).toBe(400)
    expect((await pageAt(`/t/TM-0000-0000-0000/${key}`)).html).toContain('Parcel not found.')
    expect(await getRow(other)).toMatchObject({ status: 'delivered', waiting: { asked: true } })
  })

  test('of a parcel that is on hold says so, and does nothing', async () => {
    const parcel = parcels[4] as Parcel
    await fixtures.thika.put(`/api/agent/hold/${parcel._id}`, { code: 'damaged' })
    const refused = await decide(await readLink(parcel), 'back')
    expect([refused.status, refused.body.toString().includes('It is on hold.')]).toEqual([409, true])
    expect((await getRow(parcel)).leg).toBeUndefined()
  })

  test('guesses at keys are counted, and after too many even the right key has to wait', async () => {
    const parcel = parcels[0] as Parcel
    const link = await readLink(parcel)
    for (let guess = 0; guess < 4; guess += 1)
      expect((await pageAt(`/t/${parcel.trackingId}/000000000${guess}`, {}, '10.3.0.9')).status).toBe(404)
    const stopped = await pageAt(link, {}, '10.3.0.9')
    expect([stopped.status, stopped.html.includes('Too many attempts.')]).toEqual([429, true])
    expect((await pageAt(link, {}, '10.3.0.8')).status).toBe(200)
  })
})

test('a sender can list the parcels that need a decision, and those that are held, lost or sent back', async () => {
  const mine = async (trouble: string): Promise<string[]> =>
    (await fixtures.client.get(`/api/dukani/getall/wanjiku?trouble=${trouble}&limit=500`)).body.map(
      ({ _id }: Parcel) => _id,
    )
  const [asked, longer, back, , held] = parcels.map(({ _id }) => _id)
  expect(await mine('asked')).toEqual(expect.arrayContaining([asked, held]))
  expect(await mine('asked')).not.toContain(longer)
  expect(await mine('back')).toContain(back)
  expect(await mine('held')).toEqual([held])
  expect(await mine('returned')).toEqual([])
  await fixtures.admin.put(`/api/admin/deliveries/${longer}/lost`, { lost: true })
  expect(await mine('lost')).toEqual([longer])
  await fixtures.thika.put(`/api/agent/update-intransit/${back}`, {})
  await fixtures.cbd.put(`/api/agent/update-received/${back}`, {})
  await fixtures.cbd.put(`/api/agent/update-collected/${back}`, {})
  expect(await mine('returned')).toEqual([back])
  expect((await fixtures.client.get('/api/dukani/getall/wanjiku?trouble=anything')).status).toBe(400)
})

test('after two extensions the parcel can only be sent back', async () => {
  const parcel = parcels[0] as Parcel
  for (const weeks of [1, 2]) {
    expect((await decide(await readNewestLink(parcel), 'wait')).status).toBe(303)
    product = await days.later(7)
    fixtures = await openFixtures(product)
    await expect.poll(async () => (await getRow(parcel)).waiting.asked, { timeout: 30_000 }).toBe(true)
    expect((await getRow(parcel)).waiting.mayWait).toBe(weeks === 1)
  }
  const link = await readNewestLink(parcel)
  const { html } = await pageAt(link)
  expect(html).toContain('Your parcel cannot wait any longer.')
  expect(html).not.toContain('value="wait"')
  expect((await decide(link, 'wait')).status).toBe(409)
  expect((await decide(link, 'back')).status).toBe(303)
})

/** @returns the link in the newest SMS about this parcel */
const readNewestLink = async (parcel: Parcel): Promise<string> => {
  const { key } = await product.services.delivery.decisionKey({ deliveryId: parcel._id })
  await product.messageTo('0711333444', new RegExp(`${parcel.trackingId}/${key}`))
  return `/t/${parcel.trackingId}/${key}`
}
