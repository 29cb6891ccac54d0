import type { User } from '@tuma/contracts/api'
import type { PaymentMethod, Shillings } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { useForm } from '@tuma/kit/ui'
import { draftOf, senderDefaults } from './form-variant.ts'
import { type DukaniFields, doorstepFields, dukaniFields } from './request-fields.ts'
import { useSending } from './sending.ts'
import { parcelTexts } from './texts.ts'
import { useVerifiedPayment } from './verified-payment.ts'

/** What a request costs as it is filled in now, and how that is paid. */
export type Cost = {
  /** Null until a place with a price is chosen. */
  fee: Shillings | null
  /** What has that price ("express THIKA"). */
  what: string
  method: PaymentMethod
  productPrice?: Shillings
}

/** The request for a rider to bring a parcel to a door, as its person has filled it in, here or at the checkout. */
export function useDoorstep(user: User | null) {
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
  const what = `${form.value('deliveryType')} ${form.value('receiver.pickupLocation')}`
  function fee(): Shillings | undefined {
    return places.data?.find(({ deliveryType, place }) => `${deliveryType} ${place}` === what)?.price
  }
  const method = form.value('paymentMethod')
  const cost: Cost = { fee: fee() ?? null, what, method, productPrice: form.value('productPrice') }
  return { form, cost, sent, to: form.value('receiver.pickupLocation') }
}

/** The request for a parcel to be taken to a shop near its receiver. A client's sender name is their username. */
export function useDukani(user: User | null) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const shops = useQuery(api.locations.shops.queryOptions())
  const { send, sent } = useSending(api.requests.dukani, text('sent.dukani'))
  const form = useForm({
    schema: dukaniFields(user?.username),
    draft: draftOf('dukani', user),
    defaults: {
      sender: senderDefaults(user?.username ?? '', user),
      receiver: { name: '', phone: '', location: '', pickupAgent: '' },
      parcelDescription: '',
    },
    submit: (typed) =>
      send({ ...withPhoneNumbers(typed), deliveryFee: fee(), paymentReferenceId: payment?.reference ?? '' }),
    onFailure: () => {}, // useSending has said it
  })
  const to = form.value('receiver.location')
  function fee(): Shillings | undefined {
    return shops.data?.find(({ locationName }) => locationName === to)?.price
  }
  const cost: Cost = { fee: fee() ?? null, what: `dukani ${to}`, method: 'payNow' }
  return { form, cost, sent, to: form.value('receiver.pickupAgent') || to }
}

/** This call spells it `phoneNumber`, where the others have `phone`. */
const withPhoneNumbers = ({ sender, receiver, ...rest }: DukaniFields) => ({
  sender: phoneNumbered(sender),
  receiver: phoneNumbered(receiver),
  ...rest,
})
const phoneNumbered = <T extends { phone: string }>({ phone, ...rest }: T) => ({ ...rest, phoneNumber: phone })
