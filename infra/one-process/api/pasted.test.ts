import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
let till: { name: string; number: string }
beforeAll(async () => {
  product = await openTestProduct()
  till = (await product.stranger().get('/api/contact')).body.till
})
afterAll(() => product.close())

let references = 700_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** A payment of this moment: its SMS, its receipt code, and its time as My OneApp writes it. */
const newPayment = async () => {
  const headers = { accept: 'application/json' }
  const { message: sms } = (await product.stranger().get('/dev/mpesa-message?amount=350', { headers })).body
  const [, day, month, year, clock = ''] = / on (\d+)\/(\d+)\/(\d+) at (\S+ [AP]M)/.exec(sms) ?? []
  const appTime = `on ${day}th ${months[Number(month) - 1]} 20${year} at ${clock.toLowerCase()}`
  return { sms: `${sms}`, code: `${sms}`.slice(0, 10), appTime }
}
type NewPayment = Awaited<ReturnType<typeof newPayment>>

const pastes = async (mpesaMessage: string) => {
  references += 1
  const shown = { paymentReferenceId: `PAY-${references}`, senderName: 'Jane Doe', mpesaMessage }
  const { status, body } = await product.stranger().post('/api/payment/verify-payment', shown)
  expect(status).toBe(200)
  return body
}

describe('a payment to our till is taken', () => {
  test.each<[string, (paid: NewPayment) => string]>([
    [
      'as My OneApp shares it',
      ({ code, appTime }) =>
        `${code} Confirmed. KSH.350 paid to ${till.name}, ${till.number} via My OneApp ${appTime}.`,
    ],
    ['forwarded by WhatsApp', ({ sms }) => `[26/11/2026, 15:40] Mum: ${sms}`],
    ['with marks that are not seen', ({ sms }) => `\u200e${sms.replace(' Confirmed', ' \u200bConfirmed')}`],
    [
      'together with its Fuliza notice',
      ({ sms, code }) => `${sms}\n${code} Confirmed. Fuliza M-PESA amount is Ksh 71.68. Access Fee charged Ksh 0.72.`,
    ],
  ])('%s', async (_what, text) => {
    expect(await pastes(text(await newPayment()))).toMatchObject({ success: true, amount: 350 })
  })

  test('and the answer says of every other message in the paste what it is', async () => {
    const [{ sms }, { code }] = [await newPayment(), await newPayment()]
    const airtime = `${code} confirmed.You bought Ksh50.00 of airtime for 254700000435 on 26/11/26 at 9:30 AM.`
    const message = 'This message is about airtime. Paste the message you got when you paid our till.'
    expect(await pastes(`${airtime}\n${sms}`)).toMatchObject({
      ...{ success: true, amount: 350, found: [{ receipt: code, code: 'airtime', message }] },
    })
  })
})

describe('what is no payment to our till', () => {
  test('is recognised as another till’s where My OneApp names another number, though the name is ours', async () => {
    const { code, appTime } = await newPayment()
    const text = `${code} Confirmed. KSH.350 paid to ${till.name}, 7263733 via My OneApp ${appTime}.`
    expect(await pastes(text)).toMatchObject({ success: false, code: 'other_recipient' })
  })
  test.each([
    ['a bank', 'paid_by_bank', 'SBM Bank.'],
    ['Airtel', 'paid_by_airtel', 'Airtel Money.'],
  ])('leads to the receipt claim where it was paid from %s', async (_what, refused, bank) => {
    const { code } = await newPayment()
    const text = `Your M-Pesa payment of KES 350.00 to ${till.number} was successful. M-Pesa Ref: ${code}. ${bank}`
    const body = await pastes(text)
    expect(body).toMatchObject({ success: false, code: refused, receipt: code })
    expect(body.error).toMatch(/payer's name or phone/)
  })
  test('is counted by its shape for admins only where it cannot be read, without personal data', async () => {
    const { code } = await newPayment()
    const text = `${code} Confirmed. Ksh350.00 has gone to OTIENO OUMA 0722000111 on 26/11/26 at 9:30 AM`
    expect(await pastes(text)).toMatchObject({ success: false, code: 'not_mpesa', receipt: code })
    const unread = '/api/admin/payments/unread-messages'
    const shape = '_ confirmed. ksh0.0 has gone to _ 0 on 0/0/0 at 0:0 am'
    expect((await (await product.signedIn('admin')).get(unread)).body).toMatchObject([{ shape, count: 1 }])
    expect((await (await product.signedIn('client')).get(unread)).status).toBe(403)
    expect((await product.stranger().get(unread)).status).toBe(401)
  })
  test('gets the specified sentence when it is unknown, and another sentence when it has 4,001 characters', async () => {
    expect(await pastes('I have paid.')).toEqual({
      ...{ success: false, code: 'not_mpesa' },
      error: 'Your Mpesa message is invalid, please use the correct Mpesa message',
    })
    expect(await pastes('x'.repeat(4001))).toMatchObject({ success: false, code: 'too_long' })
  })
})
