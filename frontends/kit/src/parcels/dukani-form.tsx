import './parcels.css'
import type { SavedPerson, User } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Form, PageHeader, PhoneField, TextField, type useForm } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { ContentsFields } from './contents-fields.tsx'
import { Part, receiverNameError, SenderPart, ShopFields } from './form-parts.tsx'
import type { FormProps } from './form-variant.ts'
import { atShop } from './known-drafts.ts'
import { KnownReceiver } from './known-receiver.tsx'
import { KnownSender } from './known-sender.tsx'
import { useSmsHint } from './not-told.tsx'
import { OwnDraft } from './own-draft.tsx'
import { PayAndSend } from './pay-and-send.tsx'
import type { DukaniFields } from './request-fields.ts'
import { useDukani } from './request-forms.ts'
import { Sent } from './sent.tsx'
import { parcelTexts } from './texts.ts'

/** Asks for a parcel to be taken to a shop near its receiver. A client's sender name is their username. */
export const DukaniForm = (props: FormProps) => (
  <KnownSender variant={props.variant}>
    {(user) => (
      <OwnDraft kind="dukani" user={user}>
        {(draft, started) => <Dukani {...props} user={user} draft={draft} started={started} />}
      </OwnDraft>
    )}
  </KnownSender>
)

/** The form as a visitor finds it first. A build draws it, so that people can type before the app has come. */
export const EmptyDukani = (props: FormProps) => <Dukani {...props} user={null} draft="" started={null} />

type Own = FormProps & { user: User | null; draft: string; started: ReactNode }

function Dukani({ variant, checkoutPath, after, user, draft, started }: Own) {
  const text = useText(parcelTexts)
  const { form, cost, sent, bring } = useDukani(user, draft)
  if (sent) return <Sent parcel={sent} bring={bring} variant={variant} after={after} />
  return (
    <>
      <PageHeader title={text('form.dukani')} intro={text('form.dukaniIntro')} />
      {started}
      <Form form={form} label={text('form.dukani')}>
        <div className="parcel-form">
          <div className="parcel-parts">
            <SenderPart form={form} locked={user !== null} />
            <ReceiverPart form={form} user={user} />
            <Part title={text('form.parcel')}>
              <ContentsFields form={form} />
            </Part>
          </div>
          <PayAndSend form={form} kind="dukani" checkoutPath={checkoutPath} {...cost} />
        </div>
      </Form>
    </>
  )
}

type Receiver = { form: ReturnType<typeof useForm<DukaniFields, DukaniFields>>; user: User | null }

function ReceiverPart({ form, user }: Receiver) {
  const text = useText(parcelTexts)
  const smsHint = useSmsHint()
  const choose = (person: SavedPerson): void => {
    for (const [name, value] of Object.entries(atShop(person))) form.set(`receiver.${name as 'name'}`, value)
  }
  return (
    <Part title={text('form.receiver')}>
      <KnownReceiver user={user} onChoose={choose} />
      <div className="parcel-pair">
        <TextField
          label={text('receiver.name')}
          autoComplete="off"
          enterKeyHint="next"
          {...form.field('receiver.name')}
          error={receiverNameError(form)}
        />
        <PhoneField
          label={text('receiver.phone')}
          hint={smsHint(form.value('receiver.phone'))}
          autoComplete="off"
          enterKeyHint="next"
          {...form.field('receiver.phone')}
        />
      </div>
      <ShopFields
        location={{
          label: text('receiver.location'),
          ...form.field('receiver.location'),
          value: form.value('receiver.location'),
        }}
        agent={{
          label: text('receiver.agent'),
          ...form.field('receiver.pickupAgent'),
          value: form.value('receiver.pickupAgent'),
        }}
        onLocation={(only) => form.set('receiver.pickupAgent', only)}
      />
    </Part>
  )
}
