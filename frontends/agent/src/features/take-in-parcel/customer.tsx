import { useSmsHint } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button, PhoneField, TextField } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { type Destinations, findAgain, useDestinationWords } from './destinations.ts'
import { type SentBefore, useKnownCustomer, useSentBefore } from './known-customer.ts'
import type { NewParcelState } from './use-new-parcel.ts'

/** The customer's phone, which says who they are and to whom they sent before, and their name. */
export function Customer({ state: { form, destinations } }: { state: NewParcelState }) {
  const text = useText(newParcelTexts)
  const smsHint = useSmsHint()
  const before = useKnownCustomer(form)
  const fillIn = useSentBefore(form, destinations.all)
  return (
    <>
      <PhoneField
        label={text('sender.phone')}
        hint={smsHint(form.value('sender.phone'))}
        autoComplete="off"
        enterKeyHint="next"
        {...form.field('sender.phone')}
      />
      <SentBeforeChips key={form.value('sender.phone')} {...{ before, destinations }} onChoose={fillIn} />
      <TextField
        label={text('sender.name')}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        {...form.field('sender.name')}
      />
    </>
  )
}

type ChipsProps = {
  before: readonly SentBefore[]
  destinations: Destinations
  onChoose: (before: SentBefore) => void
}

/** The receivers of this customer's last parcels. One press fills in all that is asked below. */
function SentBeforeChips({ before, destinations, onChoose }: ChipsProps) {
  const text = useText(newParcelTexts)
  const [chosen, setChosen] = useState<SentBefore | null>(null)
  if (before.length === 0) return null
  return (
    <section aria-label={text('before.title')}>
      <p className="t-label">{text('before.title')}</p>
      <ul className="take-before">
        {before.map((one) => (
          <li key={JSON.stringify(one)}>
            <Button
              variant="secondary"
              wide
              aria-pressed={one === chosen}
              onClick={() => {
                setChosen(one)
                onChoose(one)
              }}
            >
              <span>
                {one.receiver.name}
                <SentBeforeTo before={one} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="t-hint">
        {chosen ? text('before.filled', { name: chosen.receiver.name }) : null}{' '}
        {chosen && !findAgain(destinations.all, chosen.to) ? text('pay.gone') : null}
      </p>
    </section>
  )
}

const SentBeforeTo = ({ before: { to, parcelDescription } }: { before: SentBefore }) => {
  const text = useText(newParcelTexts)
  const { label } = useDestinationWords()
  const place =
    'shop' in to
      ? label({ kind: 'shop', key: '', price: 0, place: to.shop.location, shop: to.shop.address })
      : label({ kind: 'door', key: '', price: 0, place: to.door.place, tier: to.door.tier })
  return <span className="t-hint">{text('before.to', { place, contents: parcelDescription })}</span>
}
