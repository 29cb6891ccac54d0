import '../../counter.css'
import './take-in.css'
import type { Delivery } from '@tuma/contracts/api'
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
  const [taken, setTaken] = useState<Delivery | null>(null)
  useLiveParcels()
  return (
    <div className="take-columns">
      {taken ? (
        <TakenIn parcel={taken} onNext={() => setTaken(null)} />
      ) : (
        <OwnDraft>{(draft, started) => <ParcelForm draft={draft} started={started} onTaken={setTaken} />}</OwnDraft>
      )}
      <JustTaken />
    </div>
  )
}
