import '../../counter.css'
import './take-in.css'
import { useText, useUser } from '@tuma/kit/runtime'
import { PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { useLiveParcels } from '../move-parcel/steps.ts'
import { NoShop } from '../see-dashboard/no-shop.tsx'
import { JustTaken } from './just-taken.tsx'
import { OwnDraft } from './own-draft.tsx'
import { ParcelForm } from './parcel-form.tsx'
import { TakenIn } from './taken-in.tsx'
import type { Taken } from './use-new-parcel.ts'
import { WaitingList } from './waiting-list.tsx'
import { WaitingParcel } from './waiting-parcel.tsx'

/** Takes in the parcel of a customer at the counter, and then the next one. */
export const NewParcel = () => {
  const text = useText(texts)
  const { location, address } = useUser()
  return (
    <>
      <PageHeader title={text('newParcel.title')} />
      {location && address ? <AtCounter /> : <NoShop />}
    </>
  )
}

const AtCounter = () => {
  const [taken, setTaken] = useState<Taken | null>(null)
  useLiveParcels()
  const next = (): void => setTaken(null)
  return (
    <div className="take-columns">
      {taken === null ? (
        <OwnDraft>{(draft, started) => <ParcelForm draft={draft} started={started} onTaken={setTaken} />}</OwnDraft>
      ) : null}
      {taken?.state === 'booked' ? <TakenIn parcel={taken.parcel} onNext={next} /> : null}
      {taken?.state === 'waiting' ? <WaitingParcel {...{ asked: taken.booking, onNext: next }} /> : null}
      <div className="take-beside">
        <WaitingList except={taken?.state === 'waiting' ? taken.booking.bookingId : null} />
        <JustTaken />
      </div>
    </div>
  )
}
