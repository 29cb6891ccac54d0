import type { SavedPerson, User } from '@tuma/contracts/api'
import { formatKsh, pricingTiers } from '@tuma/contracts/vocabulary'
import { Banknote, Clock, Smartphone, Zap } from '@tuma/kit/icons'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { MoneyField, PhoneField, RadioCards, Select, TextArea, TextField, type useForm } from '@tuma/kit/ui'
import { ContentsFields } from './contents-fields.tsx'
import { MissingList, Part, receiverNameError } from './form-parts.tsx'
import { atDoor } from './known-drafts.ts'
import { KnownReceiver } from './known-receiver.tsx'
import { useSmsHint } from './not-told.tsx'
import type { DoorstepFields } from './request-fields.ts'
import { parcelTexts } from './texts.ts'
import { putPaymentAside } from './verified-payment.ts'

type DoorstepForm = ReturnType<typeof useForm<DoorstepFields, DoorstepFields>>

const tierIcons = { 'same-day': Clock, express: Zap }

export function ReceiverPart({ form, user }: { form: DoorstepForm; user: User | null }) {
  const text = useText(parcelTexts)
  const smsHint = useSmsHint()
  const choose = (person: SavedPerson): void => {
    if (person.pricingTier) form.set('deliveryType', person.pricingTier)
    for (const [name, value] of Object.entries(atDoor(person))) form.set(`receiver.${name as 'name'}`, value)
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
      <Destination form={form} />
      <TextField
        label={text('receiver.address')}
        hint={text('receiver.addressHint')}
        autoComplete="off"
        enterKeyHint="next"
        {...form.field('receiver.pickupAddress')}
      />
      <TextArea
        label={text('receiver.details')}
        hint={text('receiver.detailsHint')}
        enterKeyHint="next"
        {...form.field('receiver.moreDetails')}
      />
    </Part>
  )
}

/** How fast decides which places there are and what they cost: changing it lets go of the chosen place. */
function Destination({ form }: { form: DoorstepForm }) {
  const text = useText(parcelTexts)
  const places = useQuery(api.locations.prices.queryOptions())
  const tier = form.value('deliveryType')
  const offered = (places.data ?? []).filter(({ deliveryType }) => deliveryType === tier)
  return (
    <>
      <RadioCards
        label={text('tier')}
        {...form.field('deliveryType')}
        value={tier}
        onChange={(event) => {
          form.set('deliveryType', event.target.value as typeof tier)
          form.set('receiver.pickupLocation', '')
        }}
        options={pricingTiers.map((value) => ({
          value,
          label: text(`tier.${value}`),
          hint: text(`tier.${value}Hint`),
          icon: tierIcons[value],
        }))}
      />
      <MissingList query={places} />
      <Select
        label={text('receiver.location')}
        {...form.field('receiver.pickupLocation')}
        value={form.value('receiver.pickupLocation')}
        loading={places.isFetching && !places.data}
        placeholder={places.data && offered.length === 0 ? text('location.none') : undefined}
        options={offered.map(({ place, price }) => ({
          value: place,
          label: text('location.priced', { place, price: formatKsh(price) }),
        }))}
      />
    </>
  )
}

export function ParcelPart({ form }: { form: DoorstepForm }) {
  const text = useText(parcelTexts)
  const method = form.value('paymentMethod')
  return (
    <Part title={text('form.parcel')}>
      <ContentsFields form={form} />
      <RadioCards
        label={text('method')}
        {...form.field('paymentMethod')}
        value={method}
        onChange={(event) => {
          form.set('paymentMethod', event.target.value as typeof method)
          if (event.target.value === 'payOnDelivery') putPaymentAside()
        }}
        options={[
          { value: 'payNow', label: text('method.payNow'), hint: text('method.payNowHint'), icon: Smartphone },
          {
            value: 'payOnDelivery',
            label: text('method.payOnDelivery'),
            hint: text('method.payOnDeliveryHint'),
            icon: Banknote,
          },
        ]}
      />
      {method === 'payOnDelivery' ? (
        <MoneyField
          label={text('product.price')}
          enterKeyHint="done"
          {...form.field('productPrice', { number: true, whenLeft: true })}
        />
      ) : null}
    </Part>
  )
}
