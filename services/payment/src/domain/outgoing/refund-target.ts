import type { Payment } from '../payment.ts'

/**
 * Money that a phone paid by a prompt goes back to that phone only, because the person who asked for the prompt may be
 * another than its payer. Payments that were poured in are included. @returns ids of the payments whose phones count
 */
export const payingPaymentIds = (paymentId: string, { topUps }: Pick<Payment, 'topUps'>): string[] => [
  paymentId,
  ...topUps.filter(({ taken }) => taken).map(({ by }) => by),
]
