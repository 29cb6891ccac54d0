import './parcels.css'
import type { TrackedDelivery } from '@tuma/contracts/api'
import {
  displayPhone,
  maxTextWithId,
  mayHaveNewCode,
  type Placed,
  type PricingTier,
  refusals,
  trackingIdIn,
  trackingIdsIn,
  twoIdsSentence,
} from '@tuma/contracts/vocabulary'
import { Search } from '@tuma/kit/icons'
import {
  ApiError,
  api,
  queryClient,
  useErrorText,
  useLiveChanges,
  useQuery,
  useSearchParams,
  useText,
} from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  Card,
  ErrorState,
  Form,
  Notice,
  PageHeader,
  Skeleton,
  SubmitButton,
  TextField,
  TrackingId,
  useForm,
} from '@tuma/kit/ui'
import { useEffect } from 'react'
import { OnHoldBadge, StageBadge } from './held.tsx'
import { journeyTexts } from './journey-texts.ts'
import { ShareParcel } from './share.tsx'
import { parcelTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import { WhereItIs } from './where-it-is.tsx'

const hasOne = z.refine<string>((typed) => trackingIdsIn(typed).length < 2, twoIdsSentence)
const asked = (empty: string) => z.object({ id: z.string().check(z.trim(), z.minLength(1, empty), hasOne) })

/**
 * Looks for a parcel by its tracking id, which is in the address (`?id=`), so that QR codes, reload and Back work.
 * While it is on screen it follows the parcel by itself. Who comes with an id reads the answer first; the form is for those
 * who have none, or another one.
 */
export function TrackParcel() {
  const text = useText(parcelTexts)
  const journey = useText(journeyTexts)
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const form = useForm({
    schema: asked(text('track.empty')),
    defaults: { id },
    submit: (typed) => {
      const wanted = trackingIdIn(typed.id) ?? typed.id
      if (wanted !== id) return setSearch({ id: wanted })
      return queryClient.invalidateQueries({ queryKey: api.deliveries.track.key() })
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field follows the address, nothing else
  useEffect(() => form.reset({ id }), [id])
  return (
    <div className="parcel-track">
      <meta name="robots" content="noindex" />
      <meta property="og:title" content={journey('og.title')} />
      <meta property="og:description" content={journey('og.description')} />
      <PageHeader title={text('track.title')} intro={text('track.intro')} />
      <div aria-live="polite" data-part="found">
        {id ? <Found key={id} id={id} /> : null}
      </div>
      <Card>
        <Form form={form} label={text('track.title')} method="get">
          <TextField
            label={text('track.id')}
            placeholder={text('track.placeholder')}
            maxLength={maxTextWithId}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-wanted={text('track.empty')}
            {...form.field('id')}
          />
          <SubmitButton form={form} icon={Search}>
            {text('track.go')}
          </SubmitButton>
        </Form>
      </Card>
    </div>
  )
}

function Found({ id }: { id: string }) {
  const text = useText(parcelTexts)
  const say = useErrorText()
  const parcel = useQuery(api.deliveries.track.queryOptions({ input: { trackingId: id } }))
  if (parcel.data) return <Parcel parcel={parcel.data} />
  if (!parcel.isError) return <Skeleton rows={3} />
  if (parcel.error.code === notFound.code) return <NoParcel />
  // What is wrong with the text is said; asking again would change nothing.
  if (parcel.error.code === 'bad_input' || parcel.error.code === 'sticker_free')
    return <Notice tone="danger">{say(parcel.error, parcel.error.message)}</Notice>
  return (
    <ErrorState
      title={say(parcel.error, text('track.failed'))}
      retrying={parcel.isFetching}
      onRetry={() => void parcel.refetch()}
    />
  )
}

const notFound = new ApiError({ status: 404, code: 'parcel_not_found', message: refusals.parcel_not_found.message })

export const NoParcel = () => {
  const say = useErrorText()
  return <Notice tone="danger">{say(notFound, notFound.message)}</Notice>
}

function Parcel({ parcel }: { parcel: TrackedDelivery }) {
  useLiveChanges({
    trackingId: parcel.trackingId,
    onChange: () => void queryClient.invalidateQueries({ queryKey: api.deliveries.track.key() }),
  })
  return <FoundParcel parcel={parcel} />
}

/** What is known of it. A build draws it as well, with names of facts in the place of facts (the public remote's `first.tsx`). */
export function FoundParcel({
  parcel,
}: {
  parcel: Omit<TrackedDelivery, 'due' | 'pricingTier'> & {
    due?: number | string | undefined
    pricingTier?: PricingTier | 'any' | undefined
  }
}) {
  const text = useText(parcelTexts)
  const { trackingId, sender, receiver, history, leg, due } = parcel
  const to = parcel.deliveryType === 'doorstep' ? receiver.location : `${receiver.shop}, ${receiver.location}`
  return (
    <Card className="parcel-found">
      <div className="parcel-label">
        <TrackingId id={trackingId} />
        <StageBadge parcel={parcel} />
        {parcel.held ? <OnHoldBadge /> : null}
      </div>
      <div className="parcel-told">
        <WhereItIs {...parcel} reader="follower" aheadBelow />
        <LostCode parcel={parcel} />
      </div>
      <div className="parcel-its-stops">
        <h2 className="parcel-group">{text('track.history')}</h2>
        <Timeline label={text('track.history')} history={history} parcel={parcel} />
      </div>
      <div className="parcel-ways">
        <Party label={text('form.sender')} party={sender} who="sender" />
        <Party label={text('form.receiver')} party={receiver} who="receiver" />
      </div>
      {leg === 'back' ? null : <ShareParcel {...{ trackingId, parcel, to, due }} byAnybody />}
    </Card>
  )
}

/** Where a code opens anything: the light page sends another, and is no screen of ours. */
const LostCode = ({ parcel }: { parcel: Placed & Pick<TrackedDelivery, 'trackingId' | 'held'> }) => {
  const text = useText(journeyTexts)
  if (!mayHaveNewCode(parcel) || parcel.held) return null
  return (
    <p>
      <a href={`/t/${encodeURIComponent(parcel.trackingId)}#code`} data-lost-code>
        {text('code.lost')}
      </a>
    </p>
  )
}

type PartyProps = { label: string; party: TrackedDelivery['sender']; who: 'sender' | 'receiver' }

const Party = ({ label, party, who }: PartyProps) => (
  <div>
    <p className="t-hint">{label}</p>
    <p className="parcel-place">{party.location}</p>
    {party.shop === undefined ? null : (
      <p className="parcel-here" data-fact={`${who}.shop`}>
        {party.shop}
      </p>
    )}
    <p>{party.name}</p>
    <p>{displayPhone(party.phone)}</p>
  </div>
)
