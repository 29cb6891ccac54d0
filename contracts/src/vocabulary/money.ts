/** Kenyan shillings: whole ones, except for M-Pesa's charges and bank payments. */
export type Shillings = number

/** The maximum of one typed sum. */
export const maxShillings: Shillings = 10_000_000

/** 1250 → "Ksh 1,250", 84123.5 → "Ksh 84,123.50", -34050 → "-Ksh 34,050": two decimals only where there are cents. */
export const formatKsh = (amount: Shillings): string => {
  const cents = Math.round(Math.abs(amount) * 100)
  const digits = cents % 100 === 0 ? 0 : 2
  const figures = (cents / 100).toLocaleString('en-KE', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${amount < 0 && cents > 0 ? '-' : ''}Ksh ${figures}`
}

/** One point for each full Ksh 10 of the delivery fee. */
export const pointsFor = (fee: Shillings): number => Math.floor(fee / 10)

/** With pay on delivery the receiver also owes the product's price; with pay now the product is already paid. */
export const computeTotal = (fee: Shillings, method: 'payNow' | 'payOnDelivery', productPrice: Shillings): Shillings =>
  method === 'payOnDelivery' ? fee + productPrice : fee
