import type { Mpesa } from './mpesa.ts'

/** Calls Daraja by its documentation, without our adapter; for tests of the double itself. */
export const rawCalls = ({ url, environment: said }: Mpesa, now: () => string) => {
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const token = async (key = said.DARAJA_CONSUMER_KEY) => {
    const basic = Buffer.from(`${key}:${said.DARAJA_CONSUMER_SECRET}`).toString('base64')
    return call('/oauth/v1/generate?grant_type=client_credentials', { headers: { authorization: `Basic ${basic}` } })
  }
  const stamp = (instant: string) =>
    new Date(Date.parse(instant) + 3 * 60 * 60 * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
  const prompt = (changed: Readonly<Record<string, unknown>> = {}, signedAt = now()) => {
    const Timestamp = stamp(signedAt)
    return {
      BusinessShortCode: said.DARAJA_SHORT_CODE,
      Password: Buffer.from(`${said.DARAJA_SHORT_CODE}${said.DARAJA_PASSKEY}${Timestamp}`).toString('base64'),
      Timestamp,
      TransactionType: 'CustomerBuyGoodsOnline',
      Amount: 350,
      PartyA: '254712345678',
      PartyB: said.DARAJA_PARTY_B,
      PhoneNumber: '254712345678',
      CallBackURL: 'https://tuma.invalid/till',
      AccountReference: '<b>PAY',
      TransactionDesc: 'Parcel',
      ...changed,
    }
  }
  const post = async (path: string, body: object, bearer?: string) => {
    const authorization = `Bearer ${bearer ?? (await token()).body.access_token}`
    return call(path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) })
  }
  return {
    token,
    post,
    push: (changed?: Readonly<Record<string, unknown>>, signedAt?: string, bearer?: string) =>
      post('/mpesa/stkpush/v1/processrequest', prompt(changed, signedAt), bearer),
  }
}
