import './parcels.css'
import type { User } from '@tuma/contracts/api'
import type { Shillings } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Form, PageHeader, useForm } from '@tuma/kit/ui'
import { ParcelPart, ReceiverPart } from './doorstep-parts.tsx'
import { SenderPart } from './form-parts.tsx'
import { draftOf, type FormProps, senderDefaults } from './form-variant.ts'
import { KnownSender } from './known-sender.tsx'
import { PayAndSend } from './pay-and-send.tsx'
import { doorstepFields } from './request-fields.ts'
import { useSending } from './sending.ts'
import { Sent } from './sent.tsx'
import { parcelTexts } from './texts.ts'
import { useVerifiedPayment } from './verified-payment.ts'

/** Asks for a rider to bring a parcel to the receiver's address. */
export const DoorstepForm = (props: FormProps) => (
  <KnownSender variant={props.variant}>{(user) => <Doorstep {...props} user={user} />}</KnownSender>
)

function Doorstep({ variant, checkoutPath, after, user }: FormProps & { user: User | null }) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const places = useQuery(api.locations.prices.queryOptions())
  const { send, sent } = useSending(api.requests.doorstep, text('sent.doorstep'))
  const form = useForm({
    schema: doorstepFields(user?.username),
    draft: draftOf('doorstep', user),
    defaults: {
      sender: senderDefaults(user?.name ?? '', user),
      receiver: { name: '', phone: '', pickupLocation: '', pickupAddress: '', moreDetails: '' },
      parcelDescription: '',
      deliveryType: 'same-day',
      paymentMethod: 'payNow',
    },
    submit: ({ productPrice, ...typed }) => {
      const payNow = typed.paymentMethod === 'payNow'
      return send({
        ...typed,
        deliveryFee: fee(),
        paymentReferenceId: payNow ? (payment?.reference ?? '') : '',
        ...(payNow ? {} : { productPrice }),
      })
    },
    onFailure: () => {}, // useSending has said it
  })

  const chosen = `${form.value('deliveryType')} ${form.value('receiver.pickupLocation')}`
  function fee(): Shillings | undefined {
    return places.data?.find(({ deliveryType, place }) => `${deliveryType} ${place}` === chosen)?.price
  }

  if (sent) return <Sent parcel={sent} variant={variant} after={after} leave />
  return (
    <>
      <PageHeader title={text('form.doorstep')} intro={text('form.doorstepIntro')} />
      <Form form={form} label={text('form.doorstep')}>
        <div className="parcel-form">
          <div className="parcel-parts">
            <SenderPart form={form} />
            <ReceiverPart form={form} />
            <ParcelPart form={form} />
          </div>
          <PayAndSend
            form={form}
            checkoutPath={checkoutPath}
            fee={fee() ?? null}
            what={chosen}
            method={form.value('paymentMethod')}
            productPrice={form.value('productPrice')}
          />
        </div>
      </Form>
    </>
  )
}
