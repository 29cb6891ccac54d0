import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startMpesa } from '@tuma/mpesa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dukaniFee, dukaniForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/** M-Pesa must know our address before the product listens, so the port is chosen here. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

let mpesa: Awaited<ReturnType<typeof startMpesa>>
let product: TestProduct
beforeAll(async () => {
  mpesa = await startMpesa({ habits: { payerNames: 'first' } })
  const port = await freePort()
  product = await openTestProduct({
    ...mpesa.environment,
    ...{ PORT: `${port}`, DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}` },
    ...{ DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till', DARAJA_C2B: 'v2' },
  })
})
afterAll(async () => {
  await product.close()
  await mpesa.close()
})

const register = '/api/admin/payments/register'

test('M-Pesa confirms payments to the till once an admin has registered for that, and a payer claims one by its receipt code', async () => {
  const admin = await product.signedIn('admin')
  expect((await admin.get('/api/admin/payments/ways')).body).toEqual({ registers: true })
  expect(await admin.post(register, {})).toMatchObject({ status: 200, body: { registered: true } })
  const again = await admin.post(register, {})
  expect([again.status, again.body.code]).toEqual([409, 'confirmations_registered'])

  const paid = await mpesa.handset.payByHand({ phone: '254787654321', name: 'Jane Wanjiku', amount: dukaniFee })
  const receipt = paid?.receipt ?? ''
  const found = () => admin.get(`/api/admin/payments?search=${receipt}`)
  await vi.waitFor(async () => expect((await found()).body).toMatchObject([{ senderName: null }]), 60_000)

  const guest = product.stranger()
  const claim = (nameOrPhone: string) =>
    guest.post('/api/payment/claim-receipt', {
      ...{ paymentReferenceId: 'PAY-811199', senderName: 'Achieng Mwangi', receipt, nameOrPhone },
    })
  expect((await claim('Otieno')).body).toMatchObject({ success: false, code: 'receipt_unknown' })
  expect((await claim('jane')).body).toEqual({
    ...{ success: true, amount: dukaniFee, mpesaMessage: expect.stringContaining(`${receipt} Confirmed.`) },
  })
  expect(await guest.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId: 'PAY-811199' })).toMatchObject(
    {
      status: 201,
    },
  )
  expect((await found()).body).toMatchObject([{ state: 'confirmed', senderName: 'Achieng Mwangi' }])
})
