import './journey.css'
import { api, kitTexts, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Notice, PhoneField, Select, TextField, type useForm } from '@tuma/kit/ui'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react'
import { NearestShops } from './near-me.tsx'
import { useSmsHint } from './not-told.tsx'
import { aboutIn, ShopCard } from './place-card.tsx'
import { parcelTexts } from './texts.ts'

/** One part of a form. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="t-card parcel-part">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

type Asked = { isError: boolean; isFetching: boolean; refetch: () => unknown }

/** A list of places that did not come. */
export function MissingList({ query }: { query: Asked }) {
  const text = useText(parcelTexts)
  const kit = useText(kitTexts)
  if (!query.isError) return null
  return (
    <Notice tone="danger">
      <span className="parcel-line">
        {text('location.failed')}
        <Button size="small" variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
          {kit('tryAgain')}
        </Button>
      </span>
    </Notice>
  )
}

/** Controlled, so that a draft's choice shows as soon as the list has come. */
type Choice = Omit<ComponentProps<typeof Select>, 'options'> & { value: string }

const selectOnly = (points: readonly string[]): string => (points.length === 1 ? (points[0] ?? '') : '')

/**
 * A location and then one of its shops. `onLocation` is told when the location was changed: the shop must go, or is the
 * one there. `onNear` where the person who fills in the form goes there: they may choose among the nearest.
 */
export function ShopFields({
  location,
  agent,
  onLocation,
  onNear,
}: {
  location: Choice
  agent: Choice
  onLocation: (onlyShop: string) => void
  onNear?: (place: string, shop: string) => void
}) {
  const text = useText(parcelTexts)
  const shops = useQuery(api.locations.shops.queryOptions())
  const at = (place: string) => shops.data?.find(({ locationName }) => locationName === place)
  const pointsAt = (place: string) => at(place)?.pickupPoints ?? []
  const points = pointsAt(location.value)
  const chosen = { name: agent.value, place: location.value }
  const [only, isOpen] = [selectOnly(points), agent.value === '']
  const choose = useEffectEvent(() => onLocation(only))
  useEffect(() => {
    if (isOpen && only !== '') choose() // a place that was filled in by itself
  }, [isOpen, only])
  return (
    <>
      <MissingList query={shops} />
      <div className="parcel-pair">
        <Select
          {...location}
          loading={shops.isFetching && !shops.data}
          placeholder={shops.data?.length === 0 ? text('location.none') : undefined}
          options={(shops.data ?? []).map(({ locationName }) => ({ value: locationName, label: locationName }))}
          onChange={(event) => {
            location.onChange?.(event)
            onLocation(selectOnly(pointsAt(event.target.value)))
          }}
        />
        <Select
          {...agent}
          disabled={location.value === ''}
          placeholder={location.value === '' ? text('agent.first') : undefined}
          options={points.map((point) => ({ value: point, label: point }))}
        />
      </div>
      {onNear ? <NearestShops places={shops.data ?? []} onChoose={onNear} /> : null}
      <div aria-live="polite" className="parcel-shop">
        {points.includes(agent.value) ? <ShopCard untitled {...chosen} about={aboutIn(shops.data, chosen)} /> : null}
      </div>
    </>
  )
}

type Sender = { name: string; phone: string; location: string; dropoffAgent: string }
type SenderForm = Pick<ReturnType<typeof useForm<{ sender: Sender }, unknown>>, 'field' | 'value' | 'set'>

/** `locked` where the name is the signed-in username. */
export function SenderPart({ form, locked = false }: { form: SenderForm; locked?: boolean }) {
  const text = useText(parcelTexts)
  const smsHint = useSmsHint()
  return (
    <Part title={text('form.sender')}>
      <div className="parcel-pair">
        <TextField
          label={text('sender.name')}
          autoComplete="name"
          enterKeyHint="next"
          readOnly={locked}
          hint={locked ? text('sender.nameLocked') : undefined}
          {...form.field('sender.name')}
        />
        <PhoneField
          label={text('sender.phone')}
          hint={smsHint(form.value('sender.phone'))}
          enterKeyHint="next"
          {...form.field('sender.phone')}
        />
      </div>
      <ShopFields
        location={{
          label: text('sender.location'),
          ...form.field('sender.location'),
          value: form.value('sender.location'),
        }}
        agent={{
          label: text('sender.agent'),
          ...form.field('sender.dropoffAgent'),
          value: form.value('sender.dropoffAgent'),
        }}
        onLocation={(only) => form.set('sender.dropoffAgent', only)}
        onNear={(place, shop) => {
          form.set('sender.location', place)
          form.set('sender.dropoffAgent', shop)
        }}
      />
    </Part>
  )
}

type Named = { getError: (name: 'sender.name' | 'receiver.name') => string | undefined }

/** One error sentence for all names, below the first wrong name. The second wrong name only turns red. */
export function receiverNameError(form: Named): string | boolean | undefined {
  const error = form.getError('receiver.name')
  return error !== undefined && error === form.getError('sender.name') ? true : error
}
