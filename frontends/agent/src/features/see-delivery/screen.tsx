import '../../counter.css'
import type { Delivery } from '@tuma/contracts/api'
import type { DeliveryType } from '@tuma/contracts/vocabulary'
import { DeadlineTag, DeliveryDetail, HeldStep, ItsWay, LabelButton, NotTold } from '@tuma/kit/parcels'
import { useLocation, useParams, useText } from '@tuma/kit/runtime'
import { Card, Money } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import type { Means } from '../find-parcel/use-find.ts'
import { HeldBecause } from '../hold-parcel/held-because.tsx'
import { MoreMenu } from '../hold-parcel/more-menu.tsx'
import { getDue } from '../move-parcel/due.ts'
import { KeepFocus } from '../move-parcel/keep-focus.tsx'
import { NextStepButton } from '../move-parcel/next-step-button.tsx'
import { Reach } from '../move-parcel/reach.tsx'
import { useStatusWord } from '../move-parcel/status-word.tsx'
import { type AskFor, useStepDialogs } from '../move-parcel/step-dialogs.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'
import { whereItGoes } from '../move-parcel/where-it-goes.ts'
import { AddSticker } from '../scan-sticker/add-sticker.tsx'
import { CancelParcel } from '../take-in-parcel/cancel-parcel.tsx'
import { NextParcel } from './next-parcel.tsx'

/** Each parcel has a screen of its own: a scan of the next one leaves no dialog of this one open. */
export const Detail = () => {
  const { type, id = '' } = useParams()
  return <OneParcel key={id} type={type as DeliveryType} id={id} />
}

const OneParcel = ({ type, id }: { type: DeliveryType; id: string }) => {
  const { state } = useLocation()
  useLiveParcels()
  const word = useStatusWord()
  const { askFor, dialog } = useStepDialogs()
  return (
    <>
      {dialog}
      <DeliveryDetail
        type={type}
        id={id}
        back={state?.back ?? '/Agent'}
        backState={state?.searched ? { search: state.searched } : undefined}
        statusWord={word}
        first={(delivery) => <AtHand delivery={delivery} askFor={askFor} means={state?.means} />}
        told={(delivery) => (
          <>
            <HeldBecause delivery={delivery} />
            <ItsWay delivery={delivery} statusWord={word} saysWhyAbove />
          </>
        )}
        buttons={(delivery) => (
          <>
            <LabelButton trackingId={delivery.trackingId} />
            {delivery.status === 'collected' ? null : <AddSticker parcel={delivery} />}
            <CancelParcel parcel={delivery} />
          </>
        )}
      />
    </>
  )
}

type AtHandProps = { delivery: Delivery; askFor: AskFor; means: Means | undefined }

/**
 * The step of this parcel and the link to the next one, side by side on a phone. After the step, the link takes the place
 * of both, under the thumb, and the following step moves above it as a secondary button.
 */
const AtHand = ({ delivery, askFor, means }: AtHandProps) => {
  const [seen] = useState(delivery.status)
  const isDone = delivery.status !== seen
  const next = means ? <NextParcel means={means} variant={isDone ? 'primary' : 'secondary'} /> : null
  return (
    <Card className="counter-step">
      <Summary delivery={delivery} askFor={askFor} />
      {delivery.nextStep?.heldBy ? <HeldStep /> : null}
      <div className="counter-hand" data-done={isDone && next ? true : undefined}>
        <KeepFocus>
          <NextStepButton delivery={delivery} askFor={askFor} />
        </KeepFocus>
        {next}
      </div>
    </Card>
  )
}

/** Names the parcel of the button below, and the amount due. */
const Summary = ({ delivery, askFor }: { delivery: Delivery; askFor: AskFor }) => {
  const text = useText(texts)
  const due = getDue(delivery)
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 grow">
        {/* Beside the id in full on a desk; at the foot of a phone it is alone. */}
        <strong className="font-mono text-xl min-[62rem]:hidden">{delivery.trackingId.slice(-4)} </strong>
        {whereItGoes(delivery).name} <DeadlineTag parcel={delivery} /> <NotTold parcel={delivery} />
        {due > 0 ? (
          <span className="block font-bold">
            {text('list.due')}: <Money amount={due} />
          </span>
        ) : null}
      </p>
      <span className="counter-beside">
        <Reach delivery={delivery} />
        <MoreMenu {...{ delivery, askFor }} />
      </span>
    </div>
  )
}
