/** Whole Kenyan shillings. There are no cents anywhere in the product. */
export type Shillings = number

/** Of one sum that somebody types. */
export const mostShillings: Shillings = 10_000_000

/** 1250 → "Ksh 1,250" */
export const formatKsh = (amount: Shillings): string => `Ksh ${amount.toLocaleString('en-KE')}`

/** One point for each full Ksh 10 of the delivery fee. */
export const pointsFor = (fee: Shillings): number => Math.floor(fee / 10)

/** Who pays on delivery also owes the product's price; who pays now has paid for the product already. */
export const totalOf = (fee: Shillings, method: 'payNow' | 'payOnDelivery', productPrice: Shillings): Shillings =>
  method === 'payOnDelivery' ? fee + productPrice : fee
