import type { Shillings } from '@tuma/contracts/vocabulary'

/**
 * A prompt asks strangers' phones for money in our name, so only for the price of a parcel, or for what is missing of
 * it.
 * @param fees what parcels cost, each once
 * @param open what the payer has paid under the reference and not used; 0: nothing
 */
export const isPromptAmount = (amount: Shillings, fees: readonly Shillings[], open: Shillings): boolean =>
  fees.includes(amount) || (open > 0 && fees.includes(amount + open))
