import type { PromptRefusal } from '@tuma/contracts/vocabulary'
import { getCents, getList, getPhone, getReceipt, type Loose, type ShownPhone, textOf, toLoose } from './loose-json.ts'
import { instantOfStamp } from './nairobi-stamp.ts'
import { toMeaning } from './prompt-refusals.ts'

type Ids = { readonly merchantRequestId: string | null; readonly checkoutRequestId: string | null }

/**
 * What became of a prompt, by its callback. The callback is not signed: its address and its amount prove that it is
 * ours.
 */
export type StkCallback =
  | (Ids &
      ShownPhone & {
        readonly kind: 'paid'
        /** Null where it was left out: then no payment can be booked. */
        readonly receipt: string | null
        readonly cents: number | null
        readonly paidAt: string | null
      })
  | (Ids & { readonly kind: 'failed'; readonly code: string; readonly reason: PromptRefusal })

/** @param body text or parsed JSON @returns null where it is not such a callback */
export const readStkCallback = (body: unknown): StkCallback | null => {
  const callback = toLoose(toLoose(toLoose(body)?.Body)?.stkCallback)
  const code = textOf(callback?.ResultCode)
  if (callback === null || code === null) return null
  const merchantRequestId = textOf(callback.MerchantRequestID)
  const checkoutRequestId = textOf(callback.CheckoutRequestID)
  const meaning = toMeaning(code)
  if (meaning !== 'paid') {
    const reason = meaning === null || meaning === 'pending' ? 'other' : meaning
    return { kind: 'failed', merchantRequestId, checkoutRequestId, code, reason }
  }
  const item = toItems(callback)
  return {
    kind: 'paid',
    merchantRequestId,
    checkoutRequestId,
    receipt: getReceipt(item('MpesaReceiptNumber')),
    cents: getCents(item('Amount')),
    paidAt: instantOfStamp(item('TransactionDate')),
    ...getPhone(item('PhoneNumber')),
  }
}

/** By their names, because their places differ, and some have no value. */
const toItems = (callback: Loose): ((name: string) => unknown) => {
  const items = getList(toLoose(callback.CallbackMetadata)?.Item)
  return (name) => items.find(({ Name }) => Name === name)?.Value
}
