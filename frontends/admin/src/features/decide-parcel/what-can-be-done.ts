import type { Delivery } from '@tuma/contracts/api'
import { type HoldByHand, holdsByHand, isUnderWay } from '@tuma/contracts/vocabulary'

/** What the office may do about a parcel, the most urgent first. */
export type Act = 'found' | 'payment' | 'lift' | 'back' | 'lost' | 'hold' | 'phone'

/** The holds by agents or the office that the office may release. */
export const liftable = ({ held = [] }: Pick<Delivery, 'held'>): HoldByHand[] =>
  holdsByHand.filter((code) => held.includes(code))

/** Follows the rules of the server, so that no act is offered that it would refuse. */
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
