import {
  type HoldCode,
  type ResponsibleParty,
  type Shop,
  type Standing,
  standing,
  statusesIn,
} from '@tuma/contracts/vocabulary'
import type { DeliveryRow } from '../delivery-views.ts'
import { toEnds } from '../next-step.ts'
import { lastMovedAt } from './attention.ts'
import { holding } from './holds.ts'

/**
 * Who must act on a parcel next, since when, and at which shop, if a shop must act. `movedAt`: when a held or lost
 * parcel last moved, which is earlier.
 */
export type Responsible = {
  readonly whose: ResponsibleParty
  readonly since: string
  readonly shop?: Shop
  readonly movedAt?: string
}

/** Null for a parcel at its end. */
export const findResponsible = (row: DeliveryRow): Responsible | null => {
  const [code] = holding(row)
  if (row.outcome === 'lost') return inTrouble(row, 'office')
  if (code) return inTrouble(row, partyForHold[code])
  const whose = partyForStanding[standing(row)](row)
  return whose && at(row, whose, row.waiting?.since ?? lastMovedAt(row))
}

const inTrouble = (row: DeliveryRow, whose: ResponsibleParty): Responsible => ({
  ...at(row, whose, row.troubleSince ?? row.updatedAt),
  movedAt: lastMovedAt(row),
})

const at = (row: DeliveryRow, whose: ResponsibleParty, since: string): Responsible =>
  whose === 'shop' ? { whose, since, shop: toShop(row) } : { whose, since }

/** The shop that must send the parcel on, or the one that must take it in or hand it over. */
const toShop = (row: DeliveryRow): Shop => {
  const { senderShop, receiverPlace, pickupAgent } = toEnds(row)
  return taken.includes(row.status) && pickupAgent !== null
    ? { location: receiverPlace, address: pickupAgent }
    : senderShop
}

/** At these statuses the shop at the end of its leg must take it in, or has it. */
const taken = statusesIn('onTheWay', 'arrived')

/** Who can resolve each hold. */
const partyForHold: Record<HoldCode, ResponsibleParty> = {
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

const partyForStanding: Record<Standing, (row: DeliveryRow) => ResponsibleParty | null> = {
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
  cancelled: () => null,
}
