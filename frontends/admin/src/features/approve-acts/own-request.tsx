import { api, queryClient, useQuery, useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { type ReactNode, useEffect } from 'react'
import { approvalTexts } from './texts.ts'

const looksEveryMs = 5_000

type Props = {
  id: string
  action: string | undefined
  /** How many admins could approve the request; undefined if it was asked earlier. */
  approvers: number | undefined
  /** The button that asks again. */
  again: ReactNode
}

/** The state of one's own request while its form is open, so that the admin who asked sees the answer arrive. */
export const OwnRequest = ({ id, action, approvers, again }: Props) => {
  const text = useText(approvalTexts)
  const { data } = useQuery(
    api.approvals.own.queryOptions({
      input: { id },
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && state.data.state !== 'asked' ? false : looksEveryMs),
    }),
  )
  const state = data?.state ?? 'asked'
  // The query of the payee says whether a payout needs approval, so it is fetched again.
  useEffect(() => {
    if (state === 'given') void queryClient.invalidateQueries({ queryKey: api.books.payee.key() })
  }, [state])
  const name = data?.by ?? text('approvals.gone')
  if (state === 'given')
    return (
      <Notice>
        {action === undefined
          ? text('approvals.approvedBy', { name })
          : text('approvals.nowApproved', { name, action })}
      </Notice>
    )
  if (state === 'asked')
    return <Notice>{text(approvers === 0 ? 'approvals.noApprover' : 'approvals.askedHere')}</Notice>
  return (
    <Notice tone="warning">
      <p className="mb-2">
        {text(state === 'declined' ? 'approvals.nowDeclined' : 'approvals.over', { name })}
        {data?.reason ? <span className="block break-words">{data.reason}</span> : null}
      </p>
      {again}
    </Notice>
  )
}
