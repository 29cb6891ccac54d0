import { getEatDay, type Shillings } from '@tuma/contracts/vocabulary'
import { getCodeBeginning, getSentence } from '../domain/message/mpesa-message.ts'

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The message that M-Pesa would send for a payment to the till. @param random at least 7 bytes, for the rest of the
 * code
 */
export const sampleTillMessage = (sample: {
  readonly amount: Shillings
  /** ISO instant, years 2006 to 2031. */
  readonly at: string
  readonly tillName: string
  readonly random: Uint8Array
}): string => {
  const { amount, at, tillName, random } = sample
  const rest = [...random.slice(0, 7)].map((byte) => characters[byte % characters.length]).join('')
  const paid = { code: getCodeBeginning(getEatDay(at)) + rest, amount, recipient: tillName, paidAt: at }
  return `${getSentence(paid)} New M-PESA balance is Ksh1,204.00. Transaction cost, Ksh0.00.`
}
