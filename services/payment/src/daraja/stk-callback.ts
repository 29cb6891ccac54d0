import type { PromptRefusal } from '@tuma/contracts/vocabulary'
import { centsOf, type Loose, listOf, looseOf, phoneOf, receiptOf, type ShownPhone, textOf } from './loose-json.ts'
import { instantOfStamp } from './nairobi-stamp.ts'
import { meaningOf } from './prompt-refusals.ts'

type Ids = { readonly merchantRequestId: string | null; readonly checkoutRequestId: string | null }

/** What became of a prompt, as its callback says. Nobody signs it: that it was ours its address proves, and its amount. */
export type StkCallback =
  | (Ids &
      ShownPhone & {
        readonly kind: 'paid'
        /** Null where it was left out: then nothing can be booked of it. */
        readonly receipt: string | null
        readonly cents: number | null
        readonly paidAt: string | null
      })
  | (Ids & { readonly kind: 'failed'; readonly code: string; readonly reason: PromptRefusal })

/** @param body text or parsed JSON @returns null where it is no such callback */
export const readStkCallback = (body: unknown): StkCallback | null => {
  const callback = looseOf(looseOf(looseOf(body)?.Body)?.stkCallback)
  const code = textOf(callback?.ResultCode)
  if (callback === null || code === null) return null
  const merchantRequestId = textOf(callback.MerchantRequestID)
  const checkoutRequestId = textOf(callback.CheckoutRequestID)
  const meaning = meaningOf(code)
  if (meaning !== 'paid') {
    const reason = meaning === null || meaning === 'pending' ? 'other' : meaning
    return { kind: 'failed', merchantRequestId, checkoutRequestId, code, reason }
  }
  const item = itemsOf(callback)
  return {
    kind: 'paid',
    merchantRequestId,
    checkoutRequestId,
    receipt: receiptOf(item('MpesaReceiptNumber')),
    cents: centsOf(item('Amount')),
    paidAt: instantOfStamp(item('TransactionDate')),
    ...phoneOf(item('PhoneNumber')),
  }
}

/** By their names: their places differ, and some have no value. */
const itemsOf = (callback: Loose): ((name: string) => unknown) => {
  const items = listOf(looseOf(callback.CallbackMetadata)?.Item)
  return (name) => items.find(({ Name }) => Name === name)?.Value
}
