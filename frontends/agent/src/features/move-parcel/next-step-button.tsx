import type { Delivery } from '@tuma/contracts/api'
import { awaitsCode } from '@tuma/contracts/vocabulary'
import { Bike, KeyRound } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import type { MouseEvent } from 'react'
import { texts } from '../../texts.ts'
import { getDue } from './due.ts'
import { useUnderWay } from './moved.ts'
import type { AskFor } from './step-dialogs.tsx'
import { type Press, usePress } from './steps.ts'

/** `alone`: what comes next and nothing beside it. */
type Asked = { delivery: Delivery; askFor: AskFor; alone?: boolean }

/** A group that can keep the focus while its buttons change. */
export const NextStepButton = (asked: Asked) => {
  const text = useText(texts)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div
      role="group"
      tabIndex={-1}
      aria-label={`${text('list.steps')}, ${asked.delivery.trackingId}`}
      className="counter-steps flex items-center justify-end gap-2 max-md:*:grow"
    >
      <NextStep {...asked} />
    </div>
  )
}

/** What the row offers to do next with a parcel, as one button (with a rider: two, for the rider may still change). */
const NextStep = ({ delivery, askFor, alone = false }: Asked) => {
  const text = useText(texts)
  const underWay = useUnderWay(delivery._id)
  if (underWay) return <UnderWay />
  // The answer may name no next step. The row of a lost parcel says what to do.
  if (!delivery.nextStep || delivery.outcome === 'lost') return null
  const { step, mine, heldBy } = delivery.nextStep
  if (step !== null && !mine) return <span className="text-sm text-ink-soft">{text('list.withReceiver')}</span>
  // A held parcel offers no step. Its row says why it is on hold and what to do.
  if (step !== null && heldBy) return null
  switch (step) {
    case 'assignRider':
      return (
        <Button size="small" onClick={() => askFor('rider', delivery)}>
          {text('step.assignRider')}
        </Button>
      )
    case 'assignPicker':
      return <PickerButton delivery={delivery} askFor={askFor} />
    case 'putInTransit':
      return (
        <>
          <PressButton delivery={delivery} press={step} />
          {!alone && delivery.deliveryType === 'doorstep' && delivery.leg !== 'back' ? (
            <Button size="small" variant="quiet" onClick={() => askFor('rider', delivery)}>
              <span className="counter-narrow">
                <Bike size={20} aria-hidden />
              </span>
              <span className="counter-wide">{text('step.changeRider')}</span>
            </Button>
          ) : null}
        </>
      )
    case null:
      return (
        <Button size="small" variant="secondary" disabled>
          {text('step.none')}
        </Button>
      )
    case 'markDelivered':
      return getDue(delivery) > 0 ? (
        <MoneyButton {...{ delivery, askFor }} />
      ) : (
        <AtTheDoor {...{ delivery, askFor, alone, press: step }} />
      )
    case 'confirmReceipt':
      return delivery.leg === 'back' ? (
        <HandOverButton {...{ delivery, askFor }} />
      ) : (
        <AtTheDoor {...{ delivery, askFor, alone, press: step }} />
      )
    case 'drop':
      return <PressButton delivery={delivery} press={step} />
  }
}

const UnderWay = () => {
  const text = useText(texts)
  return (
    <Button size="small" variant="secondary" loading>
      {text('step.underWay')}
    </Button>
  )
}

/** Ignores the second tap of a double tap: the row has left the tab, and that tap would press the row that moved up. */
const once = (act: () => unknown) => (event: MouseEvent) => {
  if (event.detail < 2) void act()
}

const PressButton = ({ delivery, press }: { delivery: Delivery; press: Exclude<Press, 'assignPicker'> }) => {
  const text = useText(texts)
  const take = usePress(press, delivery)
  return (
    <Button size="small" onClick={once(take)}>
      {text(`step.${press}`)}
    </Button>
  )
}

/** A doorstep parcel, or one that came back. With the receiver's or sender's code, it is collected at once. */
const AtTheDoor = ({
  delivery,
  askFor,
  alone = false,
  press,
}: Asked & { press: 'markDelivered' | 'confirmReceipt' }) => {
  const text = useText(texts)
  return (
    <>
      <PressButton {...{ delivery, press }} />
      {!alone && awaitsCode(delivery) ? (
        <Button
          size="small"
          variant="quiet"
          title={text('handOver.title')}
          onClick={once(() => askFor('code', delivery))}
        >
          <KeyRound size={20} aria-hidden />
          <span className="sr-only">{text('handOver.title')}</span>
        </Button>
      ) : null}
    </>
  )
}

/** A parcel with an amount due: the dialog first asks how it was paid. */
const MoneyButton = ({ delivery, askFor }: Asked) => {
  const text = useText(texts)
  return (
    <Button size="small" onClick={once(() => askFor('money', delivery))}>
      {text('step.markDelivered')}
    </Button>
  )
}

/** One button for collectors with a code and without one: the dialog offers both. */
const PickerButton = ({ delivery, askFor }: Asked) => {
  const text = useText(texts)
  if (delivery.status === 'collected')
    return (
      <Button size="small" onClick={once(() => askFor('picker', delivery))}>
        {text('step.assignPicker')}
      </Button>
    )
  return <HandOverButton {...{ delivery, askFor }} />
}

const HandOverButton = ({ delivery, askFor }: Asked) => {
  const text = useText(texts)
  return (
    <Button size="small" onClick={once(() => askFor('code', delivery))}>
      {text('handOver.button')}
    </Button>
  )
}
