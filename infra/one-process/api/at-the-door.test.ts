import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDemoPhone } from './demo-phone.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const due = 1850

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const anyPhone = () => `07${randomInt(10_000_000, 99_999_999)}`
const receive = (agent: Visitor, { _id }: Parcel, taken?: object, key?: string) =>
  agent.ask(
    'PUT',
    `/api/agent/update-received/${_id}`,
    taken ? { taken } : {},
    key ? { headers: { 'idempotency-key': key } } : {},
  )
const getHistory = async ({ _id }: Parcel): Promise<{ type: string; details: Record<string, string> }[]> =>
  (await fixtures.admin.get(`/api/admin/deliveries/${_id}/history`)).body
const readTaken = async (parcel: Parcel) =>
  (await getHistory(parcel)).filter(({ type }) => type === 'DueTaken').map(({ details }) => details)
const { onPhone, press } = openDemoPhone(() => product)
const askOn = (agent: Visitor, { _id }: Parcel, phone?: string) =>
  agent.post(`/api/agent/deliveries/${_id}/prompt`, phone ? { phone } : {})
const reaches = (agent: Visitor, { _id }: Parcel, promptId: string, state: string) =>
  vi.waitUntil(async () => (await agent.get(`/api/agent/deliveries/${_id}/prompt/${promptId}`)).body.state === state, {
    timeout: 60_000,
    interval: 20,
  })
/** Pays on the payer's phone; any PIN works. @returns the prompt's id */
const paidOnPhone = async (parcel: Parcel): Promise<string> => {
  const phone = anyPhone()
  const { body } = await askOn(fixtures.thika, parcel, phone)
  const { id, amount } = await onPhone(phone)
  expect(amount).toBe(due)
  await press('pin', { id, pin: '1234' })
  await reaches(fixtures.thika, parcel, body.promptId, 'paid')
  return body.promptId
}

describe('a parcel that is paid on delivery', () => {
  test('counts as cash with the agent when the agent marks it delivered without saying how it was paid', async () => {
    const parcel = await fixtures.toBePaid()
    expect((await receive(fixtures.thika, parcel)).body).toMatchObject({ status: 'delivered', paid: true })
    expect(await readTaken(parcel)).toEqual([{ how: 'cash', sum: 'Ksh 1,850', said: 'no' }])
  })
  test('records its payment once, however often the agent sends the step and with whichever key', async () => {
    const parcel = await fixtures.toBePaid()
    const key = 'k'.repeat(20)
    const answers = await Promise.all([
      receive(fixtures.thika, parcel, { how: 'cash' }, key),
      receive(fixtures.thika, parcel, { how: 'cash' }, key),
      receive(fixtures.thika, parcel, { how: 'cash' }),
      receive(fixtures.cbd, parcel),
    ])
    for (const { body } of answers) expect(body).toMatchObject({ status: 'delivered' })
    expect(await readTaken(parcel)).toHaveLength(1)
  })
  test('needs an explanation when an admin sets its status past the agents', async () => {
    const parcel = await fixtures.toBePaid()
    await fixtures.admin.ask('PATCH', `/api/admin/deliveries/${parcel._id}/status`, { status: 'delivered' })
    expect(await readTaken(parcel)).toEqual([{ how: 'unexplained', sum: 'Ksh 1,850', said: 'no' }])
    await fixtures.admin.ask('PATCH', `/api/admin/deliveries/${parcel._id}/status`, { status: 'inTransit' })
    expect((await receive(fixtures.thika, parcel, { how: 'cash' })).body.code).toBe('nothing_due')
    expect((await receive(fixtures.thika, parcel)).body.status).toBe('delivered')
    expect(await readTaken(parcel)).toHaveLength(1)
  })
  test('stays on hold when it is not paid, until an agent says how it was paid', async () => {
    const parcel = await fixtures.toBePaid()
    const { status, body } = await receive(fixtures.thika, parcel, { how: 'not_paid' })
    expect([status, body.status, body.paid, body.held]).toEqual([200, 'inTransit', false, ['no_money']])
    expect((await receive(fixtures.thika, parcel)).body).toMatchObject({
      ...{ code: 'parcel_held', delivery: { status: 'inTransit' } },
    })
    expect((await receive(fixtures.thika, parcel, { how: 'cash' })).body).toMatchObject({
      status: 'delivered',
      paid: true,
    })
    const types = (await getHistory(parcel)).map(({ type }) => type)
    expect(types.slice(-6)).toEqual([
      ...['ParcelHeld', 'ParcelDelivered', 'DeliveryPaid', 'DueTaken', 'HoldReleased', 'DeliveryCompleted'],
    ])
  })
  test('cannot be delivered together with others, only by itself', async () => {
    const parcel = await fixtures.toBePaid()
    const { body } = await fixtures.thika.post('/api/agent/steps', {
      ...{ step: 'markDelivered', parcels: [{ id: parcel._id }] },
    })
    expect(body).toMatchObject([{ code: 'with_rider' }])
    expect(await readTaken(parcel)).toEqual([])
  })
  test('shows the amount due on its tracking page, so that the receiver can have the money ready', async () => {
    const { trackingId } = await fixtures.toBePaid()
    const { body } = await product.stranger().get(`/api/agent/track/${trackingId}`)
    expect(body.due).toBe(due)
  })
})

describe('what was paid on a phone at the door', () => {
  test('delivers the parcel, and cannot be used for another one', async () => {
    const parcel = await fixtures.toBePaid()
    const promptId = await paidOnPhone(parcel)
    const again = await askOn(fixtures.thika, parcel, anyPhone())
    expect(again.body).toMatchObject({ promptId, state: 'paid' })
    expect((await receive(fixtures.thika, parcel, { how: 'prompt', promptId })).body.status).toBe('delivered')
    expect(await readTaken(parcel)).toMatchObject([{ how: 'prompt' }])
    const receipt = /^\w{10}/.exec(again.body.message)?.[0] ?? ''
    const { body: rows } = await fixtures.admin.get(`/api/admin/payments?search=${receipt}`)
    expect(rows).toMatchObject([{ evidence: ['prompt'], senderName: null, usedBy: parcel._id }])
    const guest = product.stranger()
    const message = `${receipt} Confirmed. Ksh1,850.00 paid to TUMA PARCELS. on 23/11/26 at 9:05 AM.`
    const pasted = { paymentReferenceId: 'PAY-777777', senderName: 'Zawadi Mwende', mpesaMessage: message }
    expect((await guest.post('/api/payment/verify-payment', pasted)).body.success).toBe(false)
  })
  test('is shown to the next agent who hands the parcel over, who can neither take cash nor report it unpaid', async () => {
    const parcel = await fixtures.toBePaid()
    const path = `/api/agent/deliveries/${parcel._id}/prompt`
    expect((await fixtures.thika.get(path)).body).toEqual({ asked: null })
    const promptId = await paidOnPhone(parcel)
    for (const agent of [fixtures.thika, fixtures.cbd])
      expect((await agent.get(path)).body.asked).toMatchObject({ promptId, state: 'paid', amount: due })
    expect((await fixtures.kitengela.get(path)).status).toBe(404)
    for (const how of ['cash', 'not_paid'])
      expect(await receive(fixtures.thika, parcel, { how })).toMatchObject({
        status: 409,
        body: { code: 'paid_on_phone' },
      })
    expect(await readTaken(parcel)).toEqual([])
  })
  test('is used when the agent marks the parcel delivered without naming it, and no cash is recorded', async () => {
    const parcel = await fixtures.toBePaid()
    await paidOnPhone(parcel)
    expect((await receive(fixtures.thika, parcel)).body).toMatchObject({ status: 'delivered', paid: true })
    expect(await readTaken(parcel)).toMatchObject([{ how: 'prompt' }])
  })
  test('does not pay for another parcel', async () => {
    const [paid, other] = [await fixtures.toBePaid(), await fixtures.toBePaid()]
    const promptId = await paidOnPhone(paid)
    expect((await receive(fixtures.thika, other, { how: 'prompt', promptId })).body.code).toBe('not_paid_yet')
    expect((await fixtures.thika.get(`/api/agent/deliveries/${other._id}/prompt/${promptId}`)).status).toBe(404)
    expect(await readTaken(other)).toEqual([])
  })
  test('is refused before it is paid, and where no prompt is named', async () => {
    const parcel = await fixtures.toBePaid()
    const { body } = await askOn(fixtures.thika, parcel, anyPhone())
    expect(body).toMatchObject({ state: 'asked', amount: due })
    const { promptId } = body
    expect((await receive(fixtures.thika, parcel, { how: 'prompt', promptId })).body.code).toBe('not_paid_yet')
    expect((await receive(fixtures.thika, parcel, { how: 'prompt' })).body.code).toBe('bad_input')
    expect((await receive(fixtures.thika, parcel, { how: 'prompt', promptId: 'of-nobody' })).body.code).toBe(
      'not_paid_yet',
    )
  })
  test('is asked for on one phone at a time, and shown only to agents of the parcel', async () => {
    const parcel = await fixtures.toBePaid()
    const { body } = await askOn(fixtures.thika, parcel, anyPhone())
    expect((await askOn(fixtures.cbd, parcel, anyPhone())).body.code).toBe('prompt_open')
    const path = `/api/agent/deliveries/${parcel._id}/prompt/${body.promptId}`
    for (const person of [fixtures.kitengela]) expect((await person.get(path)).status).toBe(404)
    expect((await fixtures.client.get(`/api/payment/prompts/${body.promptId}`)).status).toBe(404)
    for (const person of [fixtures.kitengela, fixtures.client, product.stranger()])
      expect((await person.get(`/api/events?promptId=${body.promptId}`)).status).toBe(404)
  })
  test('cannot be asked for by another shop, where nothing is due, or before the parcel is on its way', async () => {
    const parcel = await fixtures.toBePaid()
    expect((await askOn(fixtures.kitengela, parcel, anyPhone())).body.code).toBe('not_found')
    expect((await askOn(fixtures.client, parcel, anyPhone())).status).toBe(403)
    expect((await askOn(fixtures.thika, await fixtures.dukani('inTransit'), anyPhone())).body.code).toBe('nothing_due')
    expect((await askOn(fixtures.cbd, await fixtures.doorstep(), anyPhone())).body.code).toBe('step_not_allowed')
  })
})

describe('a receipt that an agent types', () => {
  const till = (receipt: string, payer = 'Juma') => ({ how: 'till', receipt, payer })
  test('is accepted when M-Pesa has not yet reported it, and pays for that parcel only', async () => {
    const [parcel, other] = [await fixtures.toBePaid(), await fixtures.toBePaid()]
    expect((await receive(fixtures.thika, parcel, till('ukn6h7t3ga'))).body.status).toBe('delivered')
    expect((await receive(fixtures.thika, other, till('UKN6H7T3GA'))).body.code).toBe('payment_used')
    expect(await readTaken(other)).toEqual([])
  })
  test('is refused when it belongs to a customer who has already claimed it', async () => {
    const parcel = await fixtures.toBePaid()
    const { body } = await product.stranger().get(`/dev/mpesa-message?amount=${due}`, {
      headers: { accept: 'application/json' },
    })
    const claim = { paymentReferenceId: 'PAY-733333', senderName: doorstepForm.sender.name, mpesaMessage: body.message }
    expect((await product.stranger().post('/api/payment/verify-payment', claim)).body.success).toBe(true)
    const receipt = body.message.slice(0, 10)
    expect((await receive(fixtures.thika, parcel, till(receipt, 'Zawadi'))).body.code).toBe('payment_used')
    expect(await readTaken(parcel)).toEqual([])
  })
  test('must be a valid receipt code, with the payer’s name', async () => {
    const parcel = await fixtures.toBePaid()
    for (const taken of [
      till('12345'),
      till('UKN6H7T3GB', ' '),
      { how: 'till' },
      { how: 'till', receipt: 'UKN6H7T3GB' },
    ])
      expect((await receive(fixtures.thika, parcel, taken)).body.code).toBe('bad_input')
    expect(await readTaken(parcel)).toEqual([])
  })
})

describe('the way of payment is refused', () => {
  test('from another shop, or from a person who is not an agent', async () => {
    const parcel = await fixtures.toBePaid()
    for (const how of ['cash', 'not_paid', 'till', 'prompt']) {
      const taken = { how, promptId: 'p', receipt: 'UKN6H7T3GC', payer: 'Juma' }
      expect((await receive(fixtures.kitengela, parcel, taken)).body.code).toBe('not_found')
      expect((await receive(fixtures.client, parcel, taken)).status).toBe(403)
    }
    expect((await getHistory(parcel)).some(({ type }) => type === 'ParcelHeld' || type === 'DueTaken')).toBe(false)
  })
  test('for a parcel that was paid beforehand', async () => {
    const parcel = await fixtures.dukani('inTransit')
    for (const how of ['cash', 'not_paid']) {
      expect((await receive(fixtures.thika, parcel, { how })).body.code).toBe('nothing_due')
    }
    expect((await receive(fixtures.thika, parcel)).body.status).toBe('delivered')
  })
  test('for an unknown way, and an amount beside it is ignored', async () => {
    const parcel = await fixtures.toBePaid()
    expect((await receive(fixtures.thika, parcel, { how: 'unexplained' })).status).toBe(400)
    expect((await receive(fixtures.thika, parcel, { how: 'cash', amount: 1 })).body.status).toBe('delivered')
    expect(await readTaken(parcel)).toMatchObject([{ sum: 'Ksh 1,850' }])
  })
})
