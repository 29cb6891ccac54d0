import type { User } from '@tuma/contracts/api'
import { type PaymentMethod, type PricingTier, pricingTiers, type Shillings } from '@tuma/contracts/vocabulary'
import { api, useQuery, useSearchParams, useText } from '@tuma/kit/runtime'
import { useForm } from '@tuma/kit/ui'
import { useEffect } from 'react'
import { emptyContents } from './contents-fields.tsx'
import { endsIn } from './filled-in.ts'
import { senderDefaults } from './form-variant.ts'
import { changeKept } from './kept-parcels.ts'
import { useLastSender } from './last-sender.ts'
import { endStarted } from './own-draft.tsx'
import { toDoorstepBody, toDukaniBody } from './request-bodies.ts'
import { doorstepFields, dukaniFields } from './request-fields.ts'
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
export function useDoorstep(user: User | null, draft: string) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const way = useWayAsked()
  const places = useQuery(api.locations.prices.queryOptions())
  const { send, sent, unanswered } = useSending(api.requests.doorstep, text('sent.doorstep'))
  const form = useForm({
    schema: doorstepFields(user?.username),
    draft,
    defaults: {
      sender: { ...senderDefaults(user?.name ?? '', user), location: way.from },
      receiver: { name: '', phone: '', pickupLocation: way.to, pickupAddress: '', moreDetails: '' },
      ...emptyContents,
      deliveryType: way.tier,
      paymentMethod: 'payNow',
    },
    submit: async (typed) => {
      await send(toDoorstepBody(typed, { deliveryFee: fee(), paymentReferenceId: payment?.reference ?? '' }))
      endStarted(draft)
    },
    onFailure: () => {}, // useSending has said it
  })
  useKeptParcel(draft, form)
  useLastSender(draft, user, form)
  const what = `${form.value('deliveryType')} ${form.value('receiver.pickupLocation')}`
  function fee(): Shillings | undefined {
    return places.data?.find(({ deliveryType, place }) => `${deliveryType} ${place}` === what)?.price
  }
  const method = form.value('paymentMethod')
  const cost: Cost = { fee: fee() ?? null, what, method, productPrice: form.value('productPrice') }
  return { form, cost, sent, unanswered, bring: endsIn(form.values()) }
}

/** The request for a parcel to be taken to a shop near its receiver. A client's sender name is their username. */
export function useDukani(user: User | null, draft: string) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const way = useWayAsked()
  const shops = useQuery(api.locations.shops.queryOptions())
  const { send, sent, unanswered } = useSending(api.requests.dukani, text('sent.dukani'))
  const form = useForm({
    schema: dukaniFields(user?.username),
    draft,
    defaults: {
      sender: { ...senderDefaults(user?.username ?? '', user), location: way.from },
      receiver: { name: '', phone: '', location: way.to, pickupAgent: '' },
      ...emptyContents,
    },
    submit: async (typed) => {
      await send(toDukaniBody(typed, { deliveryFee: fee(), paymentReferenceId: payment?.reference ?? '' }))
      endStarted(draft)
    },
    onFailure: () => {}, // useSending has said it
  })
  useKeptParcel(draft, form)
  useLastSender(draft, user, form)
  const to = form.value('receiver.location')
  function fee(): Shillings | undefined {
    return shops.data?.find(({ locationName }) => locationName === to)?.price
  }
  const cost: Cost = { fee: fee() ?? null, what: `dukani ${to}`, method: 'payNow' }
  return { form, cost, sent, unanswered, bring: endsIn(form.values()) }
}

type Typed = { changes: (tell: () => void) => () => void; values: () => Readonly<Record<string, unknown>> }
/** What a payment was begun for is kept as it is typed now. */
function useKeptParcel(draft: string, { changes, values }: Typed): void {
  useEffect(() => changes(() => changeKept(draft, values())), [draft, changes, values])
}

/** From where to where the landing page led here with. */
function useWayAsked(): { from: string; to: string; tier: PricingTier } {
  const [asked] = useSearchParams()
  const tier = pricingTiers.find((one) => one === asked.get('tier')) ?? 'same-day'
  return { from: asked.get('from') ?? '', to: asked.get('to') ?? '', tier }
}
