import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startMpesa } from '@tuma/mpesa'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { dukaniFee, dukaniForm } from './parcels.ts'
import { openTestProduct } from './test-product.ts'

/** M-Pesa confirms payments to the till, and the operator has set no list of its addresses. */

const handle = 'a-handle-for-the-till'
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const openTill = async ({ mayAsk }: { mayAsk: boolean }) => {
  const mpesa = await startMpesa({ habits: { payerNames: 'first' } })
  const port = await freePort()
  const { DARAJA_ALLOWED_ADDRESSES: _, ...withInitiator } = mpesa.environment
  const { DARAJA_INITIATOR: __, DARAJA_INITIATOR_PASSWORD: ___, DARAJA_CERTIFICATE: ____, ...without } = withInitiator
  const product = await openTestProduct({
    ...(mayAsk ? withInitiator : without),
    ...{ PORT: `${port}`, DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}` },
    ...{ DARAJA_CALLBACK_SECRET: handle, DARAJA_C2B: 'v2' },
  })
  onTestFinished(async () => {
    await product.close()
    await mpesa.close()
  })
  const admin = await product.signedIn('admin')
  expect(await admin.post('/api/admin/payments/register', {})).toMatchObject({ status: 200 })
  const payByHand = async () => {
    const paid = await mpesa.handset.payByHand({ phone: '254787654321', name: 'Jane Wanjiku', amount: dukaniFee })
    const receipt = paid?.receipt ?? ''
    const found = async () => (await admin.get(`/api/admin/payments?search=${receipt}`)).body
    await vi.waitFor(async () => expect(await found()).toHaveLength(1), 60_000)
    return { receipt, found }
  }
  return { mpesa, product, admin, payByHand }
}

describe('a payment to the till', () => {
  test('comes from M-Pesa but is not checked yet: a parcel can use it, and admins see it', async () => {
    const { product, admin, payByHand } = await openTill({ mayAsk: false })
    const { receipt, found } = await payByHand()
    const guest = product.stranger()
    const claim = { paymentReferenceId: 'PAY-811199', senderName: 'Achieng Mwangi', receipt, nameOrPhone: 'jane' }
    expect((await guest.post('/api/payment/claim-receipt', claim)).body).toMatchObject({ success: true })
    const form = { ...dukaniForm, paymentReferenceId: 'PAY-811199' }
    const sent = await guest.post('/api/dukani/deliveries', form)
    expect(sent.status).toBe(201)
    await vi.waitFor(async () => expect(await found()).toMatchObject([{ usedBy: expect.any(String) }]), 60_000)
    expect(await found()).toMatchObject([{ state: 'unchecked', evidence: ['unchecked'], doubt: null }])
    expect((await admin.get('/api/admin/payments?tab=unchecked')).body).toMatchObject([{ receipt }])
    expect((await admin.get('/api/admin/attention')).body.money.unchecked).toEqual({ count: 1, more: false })
    const [{ usedBy }] = await found()
    expect((await admin.get(`/api/deliveries/parcelDukani/${usedBy}`)).body.evidence).toBe('unchecked')
  })

  test('is confirmed by M-Pesa’s own answer where we may ask', async () => {
    const { payByHand } = await openTill({ mayAsk: true })
    const { found } = await payByHand()
    await vi.waitFor(async () => expect(await found()).toMatchObject([{ state: 'confirmed' }]), 60_000)
    expect(await found()).toMatchObject([{ evidence: ['unchecked', 'confirmation'] }])
  })
})

test('a person who knows the word in the addresses but no whole address can forge nothing', async () => {
  const { product, admin } = await openTill({ mayAsk: false })
  const body = {
    ...{ TransactionType: 'Customer Merchant Payment', TransID: 'UKN6H7T3GA', TransTime: '20261123093000' },
    ...{ TransAmount: '5000.00', BusinessShortCode: '555123', MSISDN: '2547 ***** 126', FirstName: 'MALLORY' },
  }
  for (const path of ['confirmation', `confirmation/${'0'.repeat(40)}`, `status/${'ab'.repeat(32)}/${'0'.repeat(40)}`])
    expect((await product.stranger().post(`/api/callbacks/till/${handle}/${path}`, body)).status).toBe(404)
  expect((await admin.get('/api/admin/payments?search=UKN6H7T3GA')).body).toEqual([])
})
