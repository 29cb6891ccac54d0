import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { freePort } from '@tuma/platform/runtime'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/**
 * M-Pesa's reports come twice, early, late, in another order, wrong or not at all, and a stranger sends false ones.
 * Once the statement is imported, the books equal the till to the cent. The expected sum is computed without events.
 */

const secret = 'a-secret-for-the-till'
let mpesa: Mpesa
let product: TestProduct
let admin: Visitor
let before: Books
beforeAll(async () => {
  mpesa = await startMpesa()
  const port = await freePort()
  const { DARAJA_INITIATOR: _, DARAJA_INITIATOR_PASSWORD: __, DARAJA_CERTIFICATE: ___, ...daraja } = mpesa.environment
  product = await openTestProduct({
    ...{ ...daraja, PORT: String(port), DARAJA_CALLBACK_SECRET: secret },
    DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}`,
    ...{ PROMPTS_PER_HOUR: '0', PROMPTS_PER_HOUR_ACCOUNT: '0', PROMPTS_PER_HOUR_ADDRESS: '0' },
  })
  admin = await product.signedIn('admin')
  before = await books()
})
afterAll(async () => {
  await product?.close()
  await mpesa?.close()
})

type Books = Readonly<Record<string, number>>
const books = async (): Promise<Books> => {
  const { accounts } = (await admin.get('/api/admin/books')).body
  return Object.fromEntries(accounts.map(({ account, cents }: { account: string; cents: number }) => [account, cents]))
}

let people = 0
/** A new person with a phone and a payment reference. */
const somebody = () => {
  people += 1
  const digits = String(people).padStart(6, '0')
  return {
    phone: `254712${digits}`,
    senderName: 'Wanjiku Kamau',
    paymentReferenceId: `PAY-${digits}`,
    who: product.stranger(),
  }
}
type Somebody = ReturnType<typeof somebody>

/** What has been paid, as this test knows it, in cents: `claimed` by a person, or `unclaimed`. */
type Paid = { readonly claimed: number; readonly unclaimed: number }
const theirs = (shillings: number): Paid => ({ claimed: shillings * 100, unclaimed: 0 })
const nobodys = (shillings: number): Paid => ({ claimed: 0, unclaimed: shillings * 100 })

const byHand = async (phone: string, amount: number) => {
  const done = await mpesa.handset.payByHand({ phone, amount })
  if (!done) throw new Error('there was too little money')
  return done
}
const rings = async ({ who, phone, ...asked }: Somebody, amount: number) => {
  expect((await who.post('/api/payment/prompts', { ...asked, phone, amount })).status).toBe(202)
  const hasPaid = () => mpesa.ledger.movements().some(({ kind, payer }) => kind === 'payment' && payer?.phone === phone)
  await vi.waitUntil(hasPaid, { timeout: 60_000, interval: 20 })
}

type Telling = {
  readonly when: 'early' | 'at_once' | 'held' | 'never'
  readonly times: number
  readonly wrong: boolean
}
type Action = { readonly amount: number } & (
  | ({ readonly kind: 'prompt' } & Telling)
  | { readonly kind: 'pasted' | 'silent' | 'reversed' | 'forged' }
)

const perform = async (action: Action): Promise<Paid> => {
  const one = somebody()
  const { amount } = action
  switch (action.kind) {
    case 'prompt': {
      const { when, times, wrong } = action
      const callback = { when, times, ...(wrong ? { amount: amount + 1 } : {}) }
      mpesa.script.prompts({ phone: one.phone, result: '0', callback })
      await rings(one, amount)
      return wrong || when === 'never' ? nobodys(amount) : theirs(amount)
    }
    case 'pasted': {
      const { who, phone, ...shown } = one
      const mpesaMessage = (await byHand(phone, amount)).sms
      const { body } = await who.post('/api/payment/verify-payment', { ...shown, mpesaMessage })
      expect(body).toMatchObject({ success: true })
      return theirs(amount)
    }
    case 'silent':
      await byHand(one.phone, amount)
      return nobodys(amount)
    case 'reversed':
      mpesa.handset.reverse((await byHand(one.phone, amount)).receipt)
      return nobodys(0)
    case 'forged':
      await forge(amount)
      return nobodys(0)
  }
}
/**
 * Sends false callbacks as a person who has seen every real one but knows neither the secret nor the seal of another
 * prompt.
 */
const forge = async (amount: number): Promise<void> => {
  const told = mpesa.callbackSender.delivered().at(-1)
  const body = JSON.stringify(told?.body ?? {}).replace(/"Amount","Value":\d+/, `"Amount","Value":${amount}`)
  const path = new URL(told?.url ?? `${product.url}/api/callbacks/till/${secret}/prompt/none`).pathname
  for (const address of [path.replace(secret, 'another-secret-for-it'), path.replace(/[^/]{4}$/, 'none')])
    expect((await product.stranger().post(address, JSON.parse(body))).status).toBe(404)
}

const takenOver = async (): Promise<void> => {
  const read = await admin.ask('POST', '/api/admin/statements', mpesa.statement(), {
    headers: { 'content-type': 'text/csv' },
  })
  expect(read.status).toBe(200)
  const { _id: id } = read.body
  expect((await admin.post(`/api/admin/statements/${id}/commit`, {})).status).toBe(200)
  const isApplied = async () => (await admin.get(`/api/admin/statements/${id}/findings`)).body.state === 'applied'
  await vi.waitUntil(isApplied, { timeout: 60_000, interval: 50 })
}

const amount = fc.integer({ min: 1, max: 2000 })
/** A prompt may ask only for a price of the demonstration. */
const price = fc.constantFrom(150, 180, 200, 220, 250, 300)
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('prompt' as const),
    amount: price,
    when: fc.constantFrom('early', 'at_once', 'held', 'never'),
    times: fc.integer({ min: 1, max: 3 }),
    wrong: fc.nat({ max: 4 }).map((chance) => chance === 0),
  }),
  fc.record({ kind: fc.constantFrom('pasted', 'silent', 'reversed', 'forged'), amount }),
)

/** The sums of all histories so far, because each statement repeats the rows of those before it. */
const all = { claimed: 0, unclaimed: 0 }

test('once the statement is imported, the books equal the till to the cent', { timeout: 600_000 }, async () => {
  const history = fc.array(action, { minLength: 4, maxLength: 9 })
  const property = fc.asyncProperty(history, fc.boolean(), async (actions, isHeldBeyondIt) => {
    const paid = await Promise.all(actions.map(perform))
    await mpesa.callbackSender.idle()
    if (isHeldBeyondIt) await takenOver()
    await mpesa.callbackSender.deliverHeld('reversed')
    expect(mpesa.callbackSender.delivered().filter(({ status }) => status !== 200)).toEqual([])
    for (const { claimed, unclaimed } of paid) {
      all.claimed += claimed
      all.unclaimed += unclaimed
    }
    await takenOver()
    const charges = mpesa.ledger.movements().filter(({ kind }) => kind === 'charge')
    const of = (account: string) => before[account] ?? 0
    const expected = {
      till: of('till') + mpesa.ledger.balanceCents(),
      charges: of('charges') - charges.reduce((sum, { cents }) => sum + cents, 0),
      prepaid: of('prepaid') - all.claimed,
      unclaimed: of('unclaimed') - all.unclaimed,
    }
    await expect.poll(books, { timeout: 60_000 }).toEqual({ ...before, ...expected })
  })
  await fc.assert(property, { numRuns: 25, endOnFailure: true })
})
