import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { expect } from 'vitest'

const minuteMs = 60_000

/** M-Pesa for one day: payers' phones, the till, and its statement. Its clock can be set back. */
export const openTill = async () => {
  let behindMs = 0
  const now = () => new Date(Date.now() - behindMs).toISOString()
  const mpesa = await startMpesa({ now })
  /** A second M-Pesa whose rows are in no statement: its messages look like ours. */
  const nowhere = await startMpesa({ now })

  const waiting = async (phone: string) => (await mpesa.handset.prompts(phone))[0]?.id ?? ''
  const rings = async (phone: string): Promise<string> => {
    await expect.poll(() => waiting(phone)).not.toBe('')
    return waiting(phone)
  }
  const paid = async (by: Mpesa, phone: string, amount: number) => {
    const done = await by.handset.payByHand({ phone, amount })
    if (!done) throw new Error('there was too little money')
    return done
  }
  const { DARAJA_URL, DARAJA_CONSUMER_KEY, DARAJA_CONSUMER_SECRET, DARAJA_SHORT_CODE, DARAJA_PASSKEY, DARAJA_PARTY_B } =
    mpesa.environment

  return {
    /** We neither ask about receipts nor get payments reported, so only the statement proves pasted messages. */
    settings: {
      ...{ DARAJA_URL, DARAJA_CONSUMER_KEY, DARAJA_CONSUMER_SECRET, DARAJA_SHORT_CODE, DARAJA_PASSKEY, DARAJA_PARTY_B },
      DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till',
    } as Record<string, string>,
    /** Enters the payer's PIN as soon as their phone rings. */
    async entersPin(phone: string): Promise<string> {
      const done = await mpesa.handset.enterPin(await rings(phone))
      if (!done) throw new Error(`${phone} could not pay`)
      return done.receipt
    },
    cancels: async (phone: string) => mpesa.handset.cancel(await rings(phone)),
    isRinging: async (phone: string) => (await waiting(phone)) !== '',
    /** Resolves when M-Pesa has reported everything. */
    isTold: () => mpesa.callbackSender.idle(),
    /** How many payments this phone has made. */
    payments: (phone: string) =>
      mpesa.ledger.movements().filter(({ kind, payer }) => kind === 'payment' && payer?.phone === phone).length,
    /** Pays to the till by hand. */
    pays: (phone: string, amount: number) => paid(mpesa, phone, amount),
    /** A message that claims a payment that was never made. */
    pretends: (phone: string, amount: number) => paid(nowhere, phone, amount),
    async minutesAgo<Done>(minutes: number, act: () => Promise<Done>): Promise<Done> {
      behindMs = minutes * minuteMs
      try {
        return await act()
      } finally {
        behindMs = 0
      }
    },
    statement: () => mpesa.statement(),
    balance: () => mpesa.ledger.balanceCents(),
    charges: () =>
      mpesa.ledger
        .movements()
        .filter(({ kind }) => kind === 'charge')
        .reduce((sum, { cents }) => sum - cents, 0),
    close: () => Promise.all([mpesa.close(), nowhere.close()]),
  }
}
export type Till = Awaited<ReturnType<typeof openTill>>
