import { callbackSealKey, type DarajaSettings, darajaFrom } from '../daraja/index.ts'

/** The process's secret in these tests. */
export const secretOfPayment = 'a secret'

/** The sealing of the addresses that M-Pesa has. */
export const callbackSealing = { key: callbackSealKey(secretOfPayment), handle: 'a-secret-of-the-callbacks' }

/** A merchant who gets no answer, because tests bring their own fetch. Calls from 127.0.0.1 are M-Pesa's. */
export const merchant = darajaFrom({
  DARAJA_URL: 'http://127.0.0.1:9',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'shh',
  DARAJA_SHORT_CODE: '600310',
  DARAJA_PASSKEY: 'pass',
  DARAJA_CALLBACK_SECRET: callbackSealing.handle,
  DARAJA_CALLBACK_URL: 'http://127.0.0.1:8',
  DARAJA_ALLOWED_ADDRESSES: '127.0.0.1',
}) as DarajaSettings

/** The same without an address list, so a confirmation is not checked by its address. */
export const merchantWithoutList: DarajaSettings = { ...merchant, allowed: null }
