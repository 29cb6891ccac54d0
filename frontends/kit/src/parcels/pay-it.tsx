import { useText } from '@tuma/kit/runtime'
import { useRef } from 'react'
import type { Due } from './due.ts'
import { FinishBooking } from './finish-booking.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { PayByPrompt } from './pay-by-prompt.tsx'
import { usePaying } from './paying.tsx'
import { promptTexts } from './prompt-texts.ts'
import { type BookedByPrompt, usePrompting } from './prompting.ts'
import { usePayer } from './verified-payment.ts'
import { Verification } from './verify-message.tsx'

/** Pays by a request on the phone if possible, and always by a pasted message. The payment belongs to its payer. */
export function PayIt({ due, onBooked }: { due: Due; onBooked: (booked: BookedByPrompt) => void }) {
  const payer = usePayer()
  return <Ways key={payer} due={due} payer={payer} onBooked={onBooked} />
}

type WaysProps = { due: Due; payer: string; onBooked: (booked: BookedByPrompt) => void }

function Ways({ due, payer, onBooked }: WaysProps) {
  const text = useText(promptTexts)
  const paying = usePaying(due, payer)
  const prompting = usePrompting(due, paying, onBooked)
  const byHand = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const message = () => byHand.current?.querySelector('textarea')
  return (
    <>
      <FinishBooking />
      {prompting ? (
        <>
          <PayByPrompt
            due={due}
            paying={paying}
            prompting={prompting}
            onTill={() => goTo(heading.current)}
            onMessage={() => goTo(message())}
          />
          <h2 ref={heading} tabIndex={-1} className="parcel-or">
            {text('prompt.or')}
          </h2>
        </>
      ) : null}
      <div ref={byHand} className="parcel-checkout">
        <HowToPay amount={paying.left} short={paying.short} />
        <Verification due={due} paying={paying} />
      </div>
    </>
  )
}

function goTo(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}
