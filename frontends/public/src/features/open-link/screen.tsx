import { PaidNotBooked } from '@tuma/kit/parcels'
import { ApiError, api, calls, useErrorText, useLocation, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { ButtonLink, EmptyState, PageHeader, Skeleton } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The link of the SMS about unused money. Its key follows the #, so the page's address tells no server of it. */
export function OpenLink() {
  const text = useText(texts)
  const key = useLocation().hash.slice(1)
  return (
    <>
      <PageHeader title={text('link.title')} />
      {key === '' ? <Ended sentence={text('link.ended')} /> : <Linked key={key} linkKey={key} />}
    </>
  )
}

function Linked({ linkKey }: { linkKey: string }) {
  const text = useText(texts)
  const say = useErrorText()
  const { data: paid, error } = useQuery({
    queryKey: ['link', linkKey],
    queryFn: () => calls.payment.openLink({ key: linkKey }),
    retry: (count, failed) => !(failed instanceof ApiError) && count < 3,
    refetchOnWindowFocus: false,
  })
  const take = useSubmission(api.payment.openLink)
  if (error) {
    const isEnded = error instanceof ApiError && ['link_invalid', 'bad_input'].includes(error.code)
    return <Ended sentence={isEnded ? text('link.ended') : say(error, text('link.ended'))} />
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
      {take.error ? <Ended sentence={say(take.error, text('link.ended'))} /> : null}
    </>
  )
}

const Ended = ({ sentence }: { sentence: string }) => {
  const text = useText(texts)
  return (
    <EmptyState title={sentence}>
      <p>{text('link.endedHint')}</p>
      <ButtonLink to="/login">{text('link.logIn')}</ButtonLink>
    </EmptyState>
  )
}
