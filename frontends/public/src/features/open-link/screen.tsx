import { PaidNotBooked } from '@tuma/kit/parcels'
import { ApiError, api, calls, useErrorText, useLocation, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { ButtonLink, EmptyState, PageHeader, Skeleton } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The link of the SMS about unused money. Its key follows the #, so that no server sees it in the address. */
export function OpenLink() {
  const text = useText(texts)
  const key = useLocation().hash.slice(1)
  return (
    <>
      <PageHeader title={text('link.title')} />
      {key === '' ? <Ended /> : <Linked key={key} linkKey={key} />}
    </>
  )
}

function Linked({ linkKey }: { linkKey: string }) {
  const { data: paid, error } = useQuery({
    queryKey: ['link', linkKey],
    queryFn: () => calls.payment.openLink({ key: linkKey }),
    retry: (count, failed) => !(failed instanceof ApiError) && count < 3,
    refetchOnWindowFocus: false,
  })
  const take = useSubmission(api.payment.openLink)
  if (error) {
    return <Over error={error} />
  }
  if (!paid) return <Skeleton rows={2} />
  return (
    <>
      <PaidNotBooked
        paid={{ reference: paid.paymentReferenceId, amount: paid.amount }}
        forms="/send-parcel"
        busy={take.isPending}
        onFinish={() => take.mutateAsync({ key: linkKey, take: true })}
      />
      {take.error ? <Over error={take.error} /> : null}
    </>
  )
}

/** A parcel was booked with this payment in the meantime, the link has ended, or payment is away. */
function Over({ error }: { error: unknown }) {
  const text = useText(texts)
  const say = useErrorText()
  const code = error instanceof ApiError ? error.code : null
  if (code === 'link_invalid' || code === 'bad_input') return <Ended />
  return (
    <EmptyState title={say(error, text('link.ended'))}>
      {code === 'payment_used' ? <ButtonLink to="/trackDelivery">{text('landing.track')}</ButtonLink> : null}
    </EmptyState>
  )
}

const Ended = () => {
  const text = useText(texts)
  return (
    <EmptyState title={text('link.ended')}>
      <p>{text('link.endedHint')}</p>
      <ButtonLink to="/login">{text('link.logIn')}</ButtonLink>
    </EmptyState>
  )
}
