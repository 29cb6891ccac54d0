import './parcels.css'
import type { User } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Form, PageHeader } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { ParcelPart, ReceiverPart } from './doorstep-parts.tsx'
import { SenderPart } from './form-parts.tsx'
import type { FormProps } from './form-variant.ts'
import { KnownSender } from './known-sender.tsx'
import { OwnDraft } from './own-draft.tsx'
import { PayAndSend } from './pay-and-send.tsx'
import { useDoorstep } from './request-forms.ts'
import { Sent } from './sent.tsx'
import { parcelTexts } from './texts.ts'

/** Asks for a rider to bring a parcel to the receiver's address. */
export const DoorstepForm = (props: FormProps) => (
  <KnownSender variant={props.variant}>
    {(user) => (
      <OwnDraft kind="doorstep" user={user}>
        {(draft, started) => <Doorstep {...props} user={user} draft={draft} started={started} />}
      </OwnDraft>
    )}
  </KnownSender>
)

/** The form as a visitor finds it first. A build draws it, so that people can type before the app has come. */
export const EmptyDoorstep = (props: FormProps) => <Doorstep {...props} user={null} draft="" started={null} />

type Own = FormProps & { user: User | null; draft: string; started: ReactNode }

function Doorstep({ variant, checkoutPath, after, user, draft, started }: Own) {
  const text = useText(parcelTexts)
  const { form, cost, sent, bring } = useDoorstep(user, draft)
  if (sent) return <Sent parcel={sent} bring={bring} variant={variant} after={after} leave />
  return (
    <>
      <PageHeader title={text('form.doorstep')} intro={text('form.doorstepIntro')} />
      {started}
      <Form form={form} label={text('form.doorstep')}>
        <div className="parcel-form">
          <div className="parcel-parts">
            <SenderPart form={form} />
            <ReceiverPart form={form} user={user} />
            <ParcelPart form={form} />
          </div>
          <PayAndSend form={form} kind="doorstep" checkoutPath={checkoutPath} {...cost} />
        </div>
      </Form>
    </>
  )
}
