import type { PhonePage } from '@tuma/mpesa'
import { type DarajaSettings, darajaFrom } from '@tuma/payment'

/** A pretended M-Pesa and payer's phone: the demonstration asks them for money, and shows the phone at `/dev/phone`. */
export type PayersPhone = {
  readonly daraja: DarajaSettings
  readonly page: PhonePage
  close(): Promise<void>
}

/**
 * @param options.url where M-Pesa calls back: this process
 * @param options.secret of letters, digits, hyphens and underscores
 * @param options.now the product's clock: M-Pesa refuses a request whose time differs from its own by minutes
 */
export const openPayersPhone = async (options: {
  readonly url: string
  readonly secret: string
  readonly now: () => string
}): Promise<PayersPhone> => {
  // Loaded here because only a demonstration needs it.
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
