import './parcels.css'
import type { Delivery } from '@tuma/contracts/api'
import { isLandline, isUnderWay, type PartyRole } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { parcelTexts } from './texts.ts'

type Parcel = Pick<Delivery, 'cantBeTold' | 'leg' | 'sender' | 'receiver' | 'status' | 'outcome' | 'deliveryType'>

/** Who must come for a parcel under way and can't be told by SMS; null where they can, and at its end. */
export const toCall = (parcel: Parcel): { readonly name: string; readonly phone: string } | null => {
  const role = parcel.leg === 'back' ? 'sender' : 'receiver'
  return isUnderWay(parcel) && parcel.cantBeTold?.includes(role) ? parcel[role] : null
}

/** On a row and beside a step: they must be called. Nothing where SMS reach them. */
export const NotTold = ({ parcel }: { parcel: Parcel }) => {
  const text = useText(parcelTexts)
  return toCall(parcel) ? <span className="parcel-not-told">{text('told.not')}</span> : null
}

/** Below the phone of a parcel's sender or receiver. */
export const NotToldParty = ({
  whose,
  cantBeTold = [],
}: {
  whose: PartyRole
  cantBeTold?: PartyRole[] | undefined
}) => {
  const text = useText(parcelTexts)
  if (!cantBeTold.includes(whose)) return null
  return <span className="parcel-not-told">{text(whose === 'receiver' ? 'told.not' : 'told.notSender')}</span>
}

/** Below a phone field, as soon as the number is complete: says that SMS cannot reach it. */
export const useSmsHint = (): ((typed: string) => string | undefined) => {
  const text = useText(parcelTexts)
  return (typed) => (isLandline(typed) ? text('told.landline') : undefined)
}
