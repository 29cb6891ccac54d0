import { type DarajaSettings, darajaFrom } from '../daraja/index.ts'

/** Stands in the addresses that M-Pesa was given. */
export const callbackSecret = 'a-secret-of-the-callbacks'

/** A merchant whom nobody answers: tests bring their own fetch. */
export const merchant = darajaFrom({
  DARAJA_URL: 'http://127.0.0.1:9',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'shh',
  DARAJA_SHORT_CODE: '600310',
  DARAJA_PASSKEY: 'pass',
  DARAJA_CALLBACK_SECRET: callbackSecret,
  DARAJA_CALLBACK_URL: 'http://127.0.0.1:8',
}) as DarajaSettings
