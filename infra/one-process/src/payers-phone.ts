import type { PhonePage } from '@tuma/mpesa'
import { type DarajaSettings, darajaFrom } from '@tuma/payment'

/** M-Pesa and the handset of whoever pays, made up: what the demonstration asks for money, and `/dev/phone`. */
export type PayersPhone = {
  readonly daraja: DarajaSettings
  readonly page: PhonePage
  close(): Promise<void>
}

/**
 * @param options.url where it calls back: this process
 * @param options.secret of letters, digits, hyphens and underscores
 * @param options.now the product's clock: M-Pesa refuses a request whose time is minutes away from its own
 */
export const openPayersPhone = async (options: {
  readonly url: string
  readonly secret: string
  readonly now: () => string
}): Promise<PayersPhone> => {
  // Of no use to any start but a demonstration's.
  const { phonePage, startMpesa } = await import('@tuma/mpesa')
  const mpesa = await startMpesa({ now: options.now })
  const { DARAJA_URL, DARAJA_CONSUMER_KEY, DARAJA_CONSUMER_SECRET, DARAJA_SHORT_CODE, DARAJA_PASSKEY, DARAJA_PARTY_B } =
    mpesa.environment
  const daraja = darajaFrom({
    ...{ DARAJA_URL, DARAJA_CONSUMER_KEY, DARAJA_CONSUMER_SECRET, DARAJA_SHORT_CODE, DARAJA_PASSKEY, DARAJA_PARTY_B },
    DARAJA_CALLBACK_SECRET: options.secret,
    DARAJA_CALLBACK_URL: options.url,
    DARAJA_ALLOWED_ADDRESSES: mpesa.environment.DARAJA_ALLOWED_ADDRESSES,
  })
  if (!daraja) throw new Error('the demonstration has no M-Pesa of its own')
  return { daraja, page: phonePage(mpesa), close: mpesa.close }
}
