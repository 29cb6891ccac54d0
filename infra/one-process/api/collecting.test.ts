import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionCodeIn } from './collection-code.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct({ TRACKING_MISSES_PER_QUARTER_HOUR: '100000' })
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const collect = (parcel: Parcel, code: string, more: object = {}, key = randomUUID()) =>
  collectAt(fixtures, parcel, code, more, key)
const collectAt = ({ thika }: Fixtures, { _id }: Parcel, code: string, more: object = {}, key = randomUUID()) =>
  thika.put(`/api/agent/collect/${_id}`, { code, ...more }, { headers: { 'idempotency-key': key } })
const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
const smsAbout = async ({ trackingId }: Parcel, phone = '0722555666'): Promise<string[]> => {
  const { body } = await product.stranger({ accept: 'application/json' }).get('/dev/outbox')
  const messages: { to: string; text: string }[] = body
  return messages.filter(({ to, text }) => to === phone && text.includes(trackingId)).map(({ text }) => text)
}

describe('with the code of their SMS', () => {
  test('the receiver gets a parcel once, and gets one SMS about it', async () => {
    const parcel = await fixtures.dukani('delivered')
    const { text } = await product.messageTo('0722555666', new RegExp(`${parcel.trackingId} is waiting`))
    const code = collectionCodeIn(text) ?? ''
    expect(code).toBe(await fixtures.getCode(parcel))
    const key = randomUUID()
    const first = await collect(parcel, code, {}, key)
    expect([first.status, first.body.status, first.body.picker, first.body.others]).toEqual([
      200,
      'collected',
      null,
      [],
    ])
    expect((await collect(parcel, code, {}, key)).body.revision).toBe(first.body.revision)
    expect((await collect(parcel, code)).body.revision).toBe(first.body.revision)
    await product.messageTo('0722555666', new RegExp(`${parcel.trackingId} has been collected`))
    expect((await smsAbout(parcel)).filter((text) => /collected/.test(text))).toHaveLength(1)
  })

  test('a wrong code is counted, and the right one still works', async () => {
    const parcel = await fixtures.dukani('delivered')
    const code = await fixtures.getCode(parcel)
    const wrong = await collect(parcel, other(code))
    expect([wrong.status, wrong.body.code, wrong.body.left]).toEqual([409, 'collection_code_wrong', 4])
    expect((await collect(parcel, code)).status).toBe(200)
  })

  test('ten guesses at once count as ten: five are wrong and five find it locked; a new code works', async () => {
    const parcel = await fixtures.dukani('delivered')
    const code = await fixtures.getCode(parcel)
    const guesses = await Promise.all(Array.from({ length: 10 }, () => collect(parcel, other(code))))
    const answered = guesses.map(({ body }) => body.code)
    expect(answered.filter((one) => one === 'collection_code_wrong')).toHaveLength(5)
    expect(answered.filter((one) => one === 'collection_code_locked')).toHaveLength(5)
    expect((await collect(parcel, code)).body.code).toBe('collection_code_locked')
    const { body: history } = await fixtures.admin.get(`/api/admin/deliveries/${parcel._id}/history`)
    expect(history.filter(({ type }: { type: string }) => type === 'CollectionCodeMissed')).toHaveLength(10)

    expect((await fixtures.thika.post(`/api/deliveries/${parcel._id}/code`, {})).status).toBe(200)
    const { text } = await product.messageTo('0722555666', new RegExp(`new code for parcel ${parcel.trackingId}`))
    const renewed = collectionCodeIn(text) ?? ''
    expect(renewed).not.toBe(code)
    expect((await collect(parcel, code)).body.code).toBe('collection_code_wrong')
    expect((await collect(parcel, renewed)).body.status).toBe('collected')
  })

  test('all parcels that wait there for the same phone are handed over together, by the code of any of them', async () => {
    const [one, two, coming] = [
      await fixtures.dukani('delivered'),
      await fixtures.dukani('delivered'),
      await fixtures.dukani('inTransit'),
    ]
    const also = [two._id, coming._id, 'nothing-of-that-id']
    const { status, body } = await collect(one, await fixtures.getCode(two), { also })
    expect([status, body.status]).toEqual([200, 'collected'])
    expect(body.others).toEqual([
      { id: two._id, outcome: 'collected' },
      { id: coming._id, outcome: 'step_not_allowed' },
      { id: 'nothing-of-that-id', outcome: 'not_found' },
    ])
  })

  test('the answer also says what is due', async () => {
    const parcel = await fixtures.toBePaid()
    const code = await fixtures.getCode(parcel)
    expect((await collect(parcel, code)).body.code).toBe('money_unsaid')
    const { body } = await collect(parcel, code, { taken: { how: 'cash' } })
    expect([body.status, body.paid]).toEqual(['collected', true])
    await product.messageTo('0722555666', new RegExp(`${parcel.trackingId} has been collected`))
    expect((await smsAbout(parcel)).filter((text) => /delivered to your address/.test(text))).toEqual([])
  })
})

describe('another code', () => {
  test('that a stranger asked for leaves the receiver’s old code good for an hour (A15)', async () => {
    const parcel = await fixtures.dukani('delivered')
    const inHand = await fixtures.getCode(parcel)
    expect((await product.stranger().post(`/api/agent/track/${parcel.trackingId}/code`, {})).status).toBe(200)
    expect(await fixtures.getCode(parcel)).not.toBe(inHand)
    expect((await collect(parcel, inHand)).body.status).toBe('collected')
  })
  test('that the shop asked for ends the old one at once', async () => {
    const parcel = await fixtures.dukani('delivered')
    const before = await fixtures.getCode(parcel)
    expect((await fixtures.thika.post(`/api/deliveries/${parcel._id}/code`, {})).status).toBe(200)
    expect((await collect(parcel, before)).body.code).toBe('collection_code_wrong')
  })
  test('can be asked for by the sender and by a follower, once a minute', async () => {
    const parcel = await fixtures.dukani('delivered')
    expect((await fixtures.client.post(`/api/deliveries/${parcel._id}/code`, {})).status).toBe(200)
    const again = await product.stranger().post(`/api/agent/track/${parcel.trackingId}/code`, {})
    expect([again.status, again.body.code]).toEqual([429, 'too_many'])
  })
  test('can be asked for on the page that needs no script', async () => {
    const parcel = await fixtures.dukani('delivered')
    const code = await fixtures.getCode(parcel)
    expect((await product.stranger().get(`/t/${parcel.trackingId}`)).body.toString()).toContain('Send a new code')
    const pressed = await product.stranger().post(`/t/${parcel.trackingId}/code`, 'lang=sw', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/t/${parcel.trackingId}?lang=sw&sent`])
    const { text } = await product.messageTo('0722555666', new RegExp(`new code for parcel ${parcel.trackingId}`))
    expect(text).not.toContain(code)
  })
  test('is not sent for a guessed tracking id', async () => {
    const { status } = await product.stranger().post('/api/agent/track/TM-0000-0000-0000/code', {})
    expect(status).toBe(404)
  })
})

test('without a code a parcel is still handed over, and the sender gets an SMS about that', async () => {
  const parcel = await fixtures.dukani('delivered')
  const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }
  expect((await fixtures.thika.put(`/api/dukani/assign-picker/${parcel._id}`, picker)).body.status).toBe('collected')
  await product.messageTo('0711333444', new RegExp(`${parcel.trackingId} was handed over without its code`))
})

/** Opens a product of its own, because guesses are counted over all parcels of a shop. */
const apart = async (acts: (fixtures: Fixtures) => Promise<void>) => {
  const product = await openTestProduct()
  try {
    await acts(await openFixtures(product))
  } finally {
    await product.close()
  }
}

test('the code of a parcel that is collected or locked does not open another parcel', () =>
  apart(async (fixtures) => {
    const three = [
      await fixtures.dukani('delivered'),
      await fixtures.dukani('delivered'),
      await fixtures.dukani('delivered'),
    ]
    const [had, locked, waiting] = three as [Parcel, Parcel, Parcel]
    const [old, guessed] = [await fixtures.getCode(had), await fixtures.getCode(locked)]
    expect((await collectAt(fixtures, had, old)).body.status).toBe('collected')
    const reused = await collectAt(fixtures, waiting, old, { also: [had._id] })
    expect([reused.status, reused.body.code]).toEqual([409, 'collection_code_wrong'])

    for (let guess = 0; guess < 5; guess += 1) await collectAt(fixtures, locked, other(guessed))
    const forced = await collectAt(fixtures, waiting, guessed, { also: [locked._id] })
    expect([forced.status, forced.body.code]).toEqual([409, 'collection_code_wrong'])
    expect((await collectAt(fixtures, waiting, await fixtures.getCode(waiting))).body.status).toBe('collected')
  }))

test('nine guesses that also name another parcel count against that one, and its right code comes too late (A7)', () =>
  apart(async (fixtures) => {
    const [decoy, target] = [await fixtures.dukani('delivered'), await fixtures.dukani('delivered')]
    const right = await fixtures.getCode(target)
    const answered: string[] = []
    for (let guess = 1; guess <= 9; guess += 1) {
      const said = `${(Number(right) + guess) % 1_000_000}`.padStart(6, '0')
      answered.push((await collectAt(fixtures, decoy, said, { also: [target._id] })).body.code)
    }
    expect(new Set(answered)).toEqual(new Set(['collection_code_wrong', 'collection_code_locked']))
    expect((await collectAt(fixtures, decoy, right, { also: [target._id] })).body.code).toBe('collection_code_locked')
    expect((await collectAt(fixtures, target, right)).body.code).toBe('collection_code_locked')
    const { body: history } = await fixtures.admin.get(`/api/admin/deliveries/${target._id}/history`)
    expect(
      history.filter(({ type }: { type: string }) => type === 'CollectionCodeMissed').length,
    ).toBeGreaterThanOrEqual(5)
  }))

test('a code that names eleven other parcels is refused', () =>
  apart(async (fixtures) => {
    const parcel = await fixtures.dukani('delivered')
    const also = Array.from({ length: 11 }, (_, at) => `parcel-${at}`)
    expect((await collectAt(fixtures, parcel, '000000', { also })).body).toMatchObject({
      code: 'bad_input',
      field: 'also',
    })
  }))

test('twenty guesses in an hour over many parcels stop codes at that shop', () =>
  apart(async (fixtures) => {
    const answers: string[] = []
    for (let parcels = 0; parcels < 5; parcels += 1) {
      const parcel = await fixtures.dukani('delivered')
      const code = await fixtures.getCode(parcel)
      for (let guess = 0; guess < 5; guess += 1)
        answers.push((await collectAt(fixtures, parcel, other(code))).body.code)
    }
    expect(answers.slice(0, 20).every((code) => code === 'collection_code_wrong')).toBe(true)
    expect(answers.slice(20)).toEqual(Array.from({ length: 5 }, () => 'too_many'))
  }))
