import {
  type CounterHow,
  type DeliveryStatus,
  getContents,
  type HoldCode,
  lastFour,
  maskPhone,
  type Outcome,
  type PartyRole,
} from '@tuma/contracts/vocabulary'
import type { Asker } from './asker.ts'
import { voidableUntil } from './at-counter.ts'
import type { DeliveryRow } from './delivery-views.ts'
import { getNextStepFor, toEnds } from './next-step.ts'
import { findUnreachable } from './people/reach.ts'
import { promiseState } from './promise.ts'
import { isReceivingShop, isSendingShop } from './step-shops.ts'
import { holding } from './trouble/holds.ts'
import { findResponsible, type Responsible } from './trouble/responsible-party.ts'

/** A row without the keys that lists use. */
export type ShownRow = Omit<
  DeliveryRow,
  | KeysOfLists
  | 'picker'
  | 'paymentId'
  | 'paidBy'
  | 'holds'
  | 'withCode'
  | 'history'
  | 'leg'
  | 'outcome'
  | 'waiting'
  | 'photos'
  | 'counter'
  | 'seen'
  | 'stickers'
  | 'trouble'
  | 'troubleSince'
  | 'remarks'
  | 'promisedBy'
  | 'knownSender'
  | 'notReached'
  | 'untold'
> & {
  readonly picker: ReturnType<typeof pickerFor> | null
  readonly photos?: { id: string; at: string }[]
  readonly history: { status: DeliveryStatus; at: string; leg?: 'back' }[]
  readonly turn?: Responsible
  readonly dueAt?: string
  readonly cantBeTold?: PartyRole[]
  readonly counter?: { readonly how: CounterHow; readonly voidUntil?: string }
  readonly seen?: true
  readonly sticker?: string
} & ReturnType<typeof getHoldsFor> &
  ReturnType<typeof toLegFields> &
  ReturnType<typeof getNextStepFor>
type KeysOfLists = 'senderShop' | 'sendingShop' | 'receivingShop' | 'doorstepPlace' | 'wayEnd' | 'words'

/**
 * The row as this asker may see it, with the steps that it offers. The fields are listed one by one, so that a new
 * field is hidden until it is added here.
 */
export const toShownRow = (asker: Asker, row: DeliveryRow): ShownRow => ({
  _id: row._id,
  trackingId: row.trackingId,
  ownerId: row.ownerId,
  deliveryType: row.deliveryType,
  pricingTier: row.pricingTier,
  status: row.status,
  paid: row.paid,
  paymentMethod: row.paymentMethod,
  paymentReferenceId: row.paymentReferenceId,
  ...getContents(row),
  deliveryFee: row.deliveryFee,
  productPrice: row.productPrice,
  totalAmount: row.totalAmount,
  sender: senderIn(row),
  receiver: receiverIn(row),
  rider: row.rider && { _id: row.rider._id, name: row.rider.name, phone: row.rider.phone },
  picker: row.picker && pickerFor(asker, row, row.picker),
  history: row.history.map(({ status, at, leg }) => (leg === null ? { status, at } : { status, at, leg })),
  revision: row.revision,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...getHoldsFor(asker, row),
  ...toLegFields(row),
  ...(row.photos.length > 0 ? { photos: row.photos.map(({ id, at }) => ({ id, at })) } : {}),
  ...getNextStepFor(asker, row),
  ...responsibleFor(asker, row),
  ...dueFor(asker, row),
  ...unreachableFor(asker, row),
  ...counterFor(asker, row),
  ...(row.seen ? { seen: true as const } : {}),
  ...stickerFor(asker, row),
})

/** The deadline, while it counts: shops and the office act on it. */
const dueFor = ({ role }: Asker, row: DeliveryRow): { readonly dueAt?: string } => {
  const { promisedBy } = row
  const isTheirs = role === 'agent' || role === 'admin'
  return isTheirs && promisedBy !== null && promiseState(row) === 'open' ? { dueAt: promisedBy } : {}
}

/** Only the office sees who must act next. */
const responsibleFor = ({ role }: Asker, row: DeliveryRow): { readonly turn?: Responsible } => {
  const turn = role === 'admin' ? findResponsible(row) : null
  return turn === null ? {} : { turn }
}

/** Agents of the shop that took it in see until when they may cancel it. */
const counterFor = ({ role, shop }: Asker, row: DeliveryRow): Pick<ShownRow, 'counter'> => {
  if (!row.counter) return {}
  const { how } = row.counter
  const isTheirs = role === 'agent' && shop !== null && isSendingShop(toEnds(row), shop)
  const voidUntil = isTheirs ? voidableUntil({ ...row, counter: row.counter, riderId: row.rider?._id ?? null }) : null
  return { counter: voidUntil === null ? { how } : { how, voidUntil } }
}

/** Staff read the last four of the newest sticker on the parcel, unless it is the tracking id itself. */
const stickerFor = ({ role }: Asker, { trackingId, stickers }: DeliveryRow): Pick<ShownRow, 'sticker'> => {
  const newest = stickers.findLast((one) => one !== trackingId)
  const isStaff = role === 'agent' || role === 'admin'
  return isStaff && newest !== undefined ? { sticker: lastFour(newest) } : {}
}

/** Staff call these people. The sender is told about landlines only: that a receiver's phone is off is private. */
const unreachableFor = ({ role }: Asker, row: DeliveryRow): { readonly cantBeTold?: PartyRole[] } => {
  const isStaff = role === 'agent' || role === 'admin' || role === 'system'
  const cantBeTold = findUnreachable(isStaff ? row : { ...row, notReached: [] })
  return cantBeTold.length > 0 ? { cantBeTold } : {}
}

type Remark = { readonly code: HoldCode; readonly note?: string; readonly toSender?: string; readonly at: string }

/**
 * Returns nothing for a parcel without holds. The sender gets the words written to them, and not those between
 * colleagues.
 */
const getHoldsFor = (asker: Asker, row: DeliveryRow): { readonly held?: HoldCode[]; readonly remarks?: Remark[] } => {
  const codes = holding(row)
  if (codes.length === 0) return {}
  const readsNotes = handlesIt(asker, row)
  const remarks = row.remarks.flatMap(({ code, note, toSender, at }) => {
    const words = { ...(readsNotes && note !== '' ? { note } : {}), ...(toSender === '' ? {} : { toSender }) }
    return Object.keys(words).length > 0 ? [{ code, ...words, at }] : []
  })
  return { held: [...codes], ...(remarks.length > 0 ? { remarks } : {}) }
}

/** True for the office, and for the agents of the shops that the parcel passes. */
const handlesIt = ({ role, shop }: Asker, row: DeliveryRow): boolean => {
  if (role !== 'agent') return role === 'admin' || role === 'system'
  return shop !== null && (isSendingShop(toEnds(row), shop) || isReceivingShop(toEnds(row), shop))
}

/** Returns nothing for a parcel on its way out. */
const toLegFields = ({ leg, outcome, waiting }: DeliveryRow): LegFields => ({
  ...(leg === 'back' ? { leg } : {}),
  ...(outcome === null ? {} : { outcome }),
  ...(waiting === null
    ? {}
    : { waiting: { since: waiting.since, until: waiting.until, asked: waiting.asked, mayWait: waiting.mayWait } }),
})
type LegFields = {
  readonly leg?: 'back'
  readonly outcome?: Outcome
  readonly waiting?: NonNullable<DeliveryRow['waiting']>
}

const senderIn = ({ sender }: DeliveryRow): DeliveryRow['sender'] => ({
  name: sender.name,
  userName: sender.userName,
  phone: sender.phone,
  location: sender.location,
  dropoffAgent: sender.dropoffAgent,
})

const receiverIn = ({ receiver }: DeliveryRow): DeliveryRow['receiver'] => ({
  name: receiver.name,
  phone: receiver.phone,
  location: receiver.location,
  pickupAddress: receiver.pickupAddress,
  moreDetails: receiver.moreDetails,
  pickupAgent: receiver.pickupAgent,
})

/** The agent who hands a parcel over has seen the person, and admins are responsible: they alone need all details. */
const pickerFor = (
  { role, shop }: Asker,
  row: DeliveryRow,
  { pickerName, pickerPhone, pickerNationalId }: NonNullable<DeliveryRow['picker']>,
) => {
  const handsItOver = role === 'agent' && shop !== null && isReceivingShop(toEnds(row), shop)
  const pickerIdSeen = pickerNationalId !== ''
  return handsItOver || role === 'admin' || role === 'system'
    ? { pickerName, pickerPhone, pickerNationalId, pickerIdSeen }
    : { pickerName, pickerPhone: maskPhone(pickerPhone), pickerNationalId: null, pickerIdSeen }
}
