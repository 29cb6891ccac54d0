import { formatKsh } from '@tuma/contracts/vocabulary'
import { useSmsHint } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button, Form, PhoneField, TextField } from '@tuma/kit/ui'
import type { FormEvent, ReactNode } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { footHeight } from '../move-parcel/foot-height.ts'
import { useChosenSticker } from '../scan-sticker/choose-sticker.tsx'
import { Chips } from './chips.tsx'
import { Customer } from './customer.tsx'
import { useFirstFocus } from './first-focus.ts'
import { PaySheet } from './pay-sheet.tsx'
import { type NewParcelState, type Taken, useNewParcel } from './use-new-parcel.ts'
import { WhereTo } from './where-to.tsx'

/** One customer's parcel, from their phone to how they pay. The phone has the focus, and a known one fills in the rest. */
export function ParcelForm({
  draft,
  started,
  onTaken,
}: {
  draft: string
  /** Offers what was left, as long as nothing is typed. */
  started: ReactNode
  onTaken: (taken: Taken) => void
}) {
  const text = useText(newParcelTexts)
  const state = useNewParcel(draft, onTaken)
  const { form, chosen, isPaying, askToPay } = state
  const sheet = useFirstFocus('input')
  const sticker = useChosenSticker(form.value('sticker') ?? '', (read) => form.set('sticker', read))
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await askToPay()
  }
  return (
    <div ref={sheet} className="take-form">
      {form.dirty ? null : started}
      <Form form={{ ...form, onSubmit }} label={text('form.label')}>
        <Customer state={state} />
        <Receiver state={state} />
        <Contents state={state} />
        {sticker.shown}
        <section ref={footHeight} className="counter-bar" aria-label={text('pay.bar')}>
          <Button type="submit" wide>
            {chosen ? text('pay.take', { sum: formatKsh(chosen.price) }) : text('pay.takeFee')}
          </Button>
        </section>
      </Form>
      {sticker.dialog}
      {isPaying && chosen ? <PaySheet state={state} destination={chosen} /> : null}
    </div>
  )
}

type PartProps = { state: NewParcelState }

function Receiver({ state: { form, destinations, chosen } }: PartProps) {
  const text = useText(newParcelTexts)
  const smsHint = useSmsHint()
  return (
    <>
      <PhoneField
        label={text('receiver.phone')}
        hint={smsHint(form.value('receiver.phone'))}
        autoComplete="off"
        enterKeyHint="next"
        {...form.field('receiver.phone')}
      />
      <TextField
        label={text('receiver.name')}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        {...form.field('receiver.name')}
      />
      <WhereTo
        destinations={destinations}
        chosen={chosen}
        onChoose={(destination) => form.set('to', destination?.key ?? '')}
        error={form.getError('to') ? text('to.choose') : undefined}
      />
      {chosen?.kind === 'door' ? <Door form={form} /> : null}
    </>
  )
}

const Door = ({ form }: Pick<NewParcelState, 'form'>) => {
  const text = useText(newParcelTexts)
  return (
    <>
      <TextField
        label={text('address.label')}
        hint={text('address.hint')}
        autoComplete="off"
        enterKeyHint="next"
        maxLength={200}
        {...form.field('address')}
      />
      <TextField
        label={text('details.label')}
        placeholder={text('details.usual')}
        optional
        autoComplete="off"
        enterKeyHint="next"
        maxLength={500}
        {...form.field('moreDetails')}
      />
    </>
  )
}

const common = ['clothes', 'documents', 'shoes', 'phone', 'food', 'sparePart'] as const

function Contents({ state: { form } }: PartProps) {
  const text = useText(newParcelTexts)
  return (
    <div className="take-contents">
      <TextField
        label={text('contents.label')}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={500}
        {...form.field('parcelDescription')}
      />
      <Chips
        label={text('contents.usual')}
        choices={common.map((one) => text(`contents.${one}`))}
        chosen={form.value('parcelDescription')}
        onChoose={(words) => form.set('parcelDescription', words)}
      />
    </div>
  )
}
