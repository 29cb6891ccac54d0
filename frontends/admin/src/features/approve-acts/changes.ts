import type { Approval } from '@tuma/contracts/api'
import { displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { api, confirm, queryClient, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { useEffect, useRef } from 'react'
import { useSayRefused } from '../../say-refused.ts'
import { approvalTexts } from './texts.ts'
import { useWords } from './words.ts'

/** Refreshes the lists, and the counts on the dashboard. */
export const refreshApprovals = () =>
  Promise.all([api.approvals, api.operations].map((asked) => queryClient.invalidateQueries({ queryKey: asked.key() })))

const looksEveryMs = 10_000

/** Refreshes an open page when other admins ask or approve. */
export const useFreshApprovals = (): void => {
  const { data } = useQuery(api.approvals.counts.queryOptions({ refetchInterval: looksEveryMs }))
  const counts = data && `${data.waiting} ${data.approved}`
  const before = useRef(counts)
  useEffect(() => {
    if (before.current !== undefined && before.current !== counts) void refreshApprovals()
    before.current = counts
  }, [counts])
}

/** Asks for confirmation with exactly what is approved. A refused request shows the reason in its row too. */
export const useApprove = () => {
  const text = useText(approvalTexts)
  const sayRefused = useSayRefused()
  const { mutate, isPending } = useMutation({
    ...api.approvals.approve.mutationOptions(),
    onError: (error) => {
      void refreshApprovals()
      sayRefused(text('approvals.notApproved'), error)
    },
  })
  const wordsOf = useWords()
  const ask = async (request: Approval): Promise<void> => {
    const { _id: id, kind, cents, name, phone, by } = request
    const sum = cents === null ? null : formatKsh(cents / 100)
    const said = [text(`approvals.kind.${kind}`), sum, name, phone && displayPhone(phone), wordsOf(request)]
    const who = by.name ?? text('approvals.gone')
    const what = said.filter(Boolean).join(', ')
    const question = { title: text('approvals.sure'), text: text('approvals.sureWhat', { what, name: who }) }
    if (!(await confirm({ ...question, yes: text('approvals.approve') }))) return
    const onSuccess = () => {
      toast.success(text('approvals.approved', { name: who }))
      return refreshApprovals()
    }
    mutate({ id }, { onSuccess })
  }
  return { ask, isPending }
}

/** Takes back one's own request. */
export const useTakeBack = () => {
  const text = useText(approvalTexts)
  const sayRefused = useSayRefused()
  return useMutation({
    ...api.approvals.decline.mutationOptions(),
    onSuccess: () => {
      toast.success(text('approvals.takenBack'))
      return refreshApprovals()
    },
    onError: (error) => {
      void refreshApprovals()
      sayRefused(text('approvals.notTakenBack'), error)
    },
  })
}
