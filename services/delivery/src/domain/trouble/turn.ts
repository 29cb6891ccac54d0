import { type HoldCode, type Shop, type Standing, standing, statusesIn, type Turn } from '@tuma/contracts/vocabulary'
import type { DeliveryRow } from '../delivery-views.ts'
import { toEnds } from '../next-step.ts'
import { lastMovedAt } from './attention.ts'
import { holding } from './holds.ts'

/**
 * Who is to do something with a parcel next, since when it has been so, and where it lies or is to come to, if that is a
 * shop's. What is held or lost has not moved for longer than that: `movedAt`.
 */
export type TurnOfRow = {
  readonly whose: Turn
  readonly since: string
  readonly shop?: Shop
  readonly movedAt?: string
}

/** Of a parcel at its end it is nobody's. */
export const getTurn = (row: DeliveryRow): TurnOfRow | null => {
  const [code] = holding(row)
  if (row.outcome === 'lost') return inTrouble(row, 'office')
  if (code) return inTrouble(row, turnsHeld[code])
  const whose = turnsGoing[standing(row)](row)
  return whose && at(row, whose, row.waiting?.since ?? lastMovedAt(row))
}

const inTrouble = (row: DeliveryRow, whose: Turn): TurnOfRow => ({
  ...at(row, whose, row.troubleSince ?? row.updatedAt),
  movedAt: lastMovedAt(row),
})

const at = (row: DeliveryRow, whose: Turn, since: string): TurnOfRow =>
  whose === 'shop' ? { whose, since, shop: toShop(row) } : { whose, since }

/** Who sends it on while it lies, and who takes it in while it is on its way or waits. */
const toShop = (row: DeliveryRow): Shop => {
  const { senderShop, receiverPlace, pickupAgent } = toEnds(row)
  return taken.includes(row.status) && pickupAgent !== null
    ? { location: receiverPlace, address: pickupAgent }
    : senderShop
}

/** The shop at the end of its leg takes it in, or has it. */
const taken = statusesIn('onTheWay', 'arrived')

/** Whoever can make an end of what holds it. */
const turnsHeld: Record<HoldCode, Turn> = {
  payment_doubted: 'office',
  no_money: 'receiver',
  damaged: 'office',
  misrouted: 'office',
  wrong_place: 'sender',
  closed: 'shop',
  not_home: 'receiver',
  refused: 'sender',
  asked_later: 'receiver',
  code_failed: 'receiver',
  prohibited: 'office',
  contents_differ: 'office',
  missing: 'shop',
  other: 'office',
}

const isWithRider = ({ deliveryType, status, leg }: DeliveryRow): boolean =>
  deliveryType === 'doorstep' && status === 'inTransit' && leg === 'out'

const turnsGoing: Record<Standing, (row: DeliveryRow) => Turn | null> = {
  toReceiver: (row) => {
    if (row.status === 'dropping') return 'sender'
    return isWithRider(row) ? 'rider' : 'shop'
  },
  waiting: ({ waiting }) => (waiting?.asked ? 'sender' : 'receiver'),
  handedOver: () => null,
  toSender: () => 'shop',
  waitingForSender: () => 'sender',
  returned: () => null,
  lost: () => 'office',
}
