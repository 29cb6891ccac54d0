import type { Delivery } from '@tuma/contracts/api'
import { type HoldByHand, holdsByHand, isUnderWay } from '@tuma/contracts/vocabulary'

/** What the office may press about a parcel, the most pressing first. */
export type Act = 'found' | 'payment' | 'lift' | 'back' | 'lost' | 'hold' | 'phone'

/** What somebody of ours holds it for, and may lift. */
export const liftable = ({ held = [] }: Pick<Delivery, 'held'>): HoldByHand[] =>
  holdsByHand.filter((code) => held.includes(code))

/** As the server allows it: what it would refuse is not offered. */
export const actsOn = (delivery: Delivery): Act[] => {
  const { status, held = [], outcome, leg } = delivery
  if (outcome === 'lost') return ['found']
  if (!isUnderWay(delivery)) return []
  const isOut = leg !== 'back'
  const isInHands = status !== 'dropping'
  const blocked = held.some((code) => code !== 'no_money')
  return [
    ...(held.includes('payment_doubted') ? (['payment'] as const) : []),
    ...(liftable(delivery).length > 0 ? (['lift'] as const) : []),
    ...(isOut && isInHands && !blocked ? (['back'] as const) : []),
    ...(isInHands ? (['lost', 'hold'] as const) : []),
    ...(isOut ? (['phone'] as const) : []),
  ]
}
