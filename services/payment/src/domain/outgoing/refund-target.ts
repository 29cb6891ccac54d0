import type { Payment } from '../payment.ts'

/**
 * Money that a phone paid by a prompt goes back to that phone and to no other: whoever asked for the prompt is not always who
 * paid it. What was poured into a payment is part of it. @returns ids of the payments whose phones count
 */
export const payingPaymentIds = (paymentId: string, { topUps }: Pick<Payment, 'topUps'>): string[] => [
  paymentId,
  ...topUps.filter(({ taken }) => taken).map(({ by }) => by),
]
