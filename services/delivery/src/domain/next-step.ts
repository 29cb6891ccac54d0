import type { DeliveryStatus, HoldCode, NextStep } from '@tuma/contracts/vocabulary'
import type { Asker } from './asker.ts'
import { type Ends, endsOnLeg } from './delivery.ts'
import type { DeliveryRow } from './delivery-views.ts'
import { isShopForStep } from './step-shops.ts'
import { heldBy } from './trouble/holds.ts'

const nextStep = (row: DeliveryRow): NextStep | null => {
  if (row.outcome === 'lost') return null
  return row.leg === 'back' ? stepsBack[row.status] : nextStepOut(row)
}

const stepsBack: Record<DeliveryStatus, NextStep | null> = {
  dropping: null,
  uncollected: 'putInTransit',
  sorting: 'putInTransit',
  inTransit: 'markDelivered',
  delivered: 'confirmReceipt',
  collected: null,
}

const nextStepOut = ({ deliveryType, status, rider, picker, withCode }: DeliveryRow): NextStep | null => {
  const doorstep = deliveryType === 'doorstep'
  switch (status) {
    case 'dropping':
      return 'drop'
    case 'uncollected':
    case 'sorting':
      return doorstep && !rider ? 'assignRider' : 'putInTransit'
    case 'inTransit':
      return 'markDelivered'
    case 'delivered':
      return doorstep ? 'confirmReceipt' : 'assignPicker'
    case 'collected':
      return doorstep || picker || withCode ? null : 'assignPicker'
  }
}

/** The ends on the parcel's current leg: see `endsOnLeg`. */
export const toEnds = ({ sender, receiver, leg }: DeliveryRow): Ends => {
  const senderShop = { location: sender.location, address: sender.dropoffAgent }
  return endsOnLeg({ senderShop, receiverPlace: receiver.location, pickupAgent: receiver.pickupAgent }, leg)
}

type Offered = {
  readonly nextStep?: { readonly step: NextStep | null; readonly mine: boolean; readonly heldBy?: HoldCode }
}

/** Tells an agent the next step, whether it is theirs, and what it waits for. Others get nothing. */
export const getNextStepFor = ({ role, shop }: Asker, row: DeliveryRow): Offered => {
  if (role !== 'agent') return {}
  const step = nextStep(row)
  if (step === null) return { nextStep: { step, mine: false } }
  const mine = shop !== null && isShopForStep[step](toEnds(row), shop)
  const code = heldBy(row, step)
  return { nextStep: code === null ? { step, mine } : { step, mine, heldBy: code } }
}
