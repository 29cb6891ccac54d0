import type { Approval } from '@tuma/contracts/api'
import { displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { api, confirm, queryClient, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { useEffect, useRef } from 'react'
import { useSayRefused } from '../../say-refused.ts'
import { approvalTexts } from './texts.ts'
import { useWords } from './words.ts'

/** The lists, and what the dashboard says there is to look at. */
export const refreshApprovals = () =>
  Promise.all([api.approvals, api.operations].map((asked) => queryClient.invalidateQueries({ queryKey: asked.key() })))

const looksEveryMs = 10_000

/** Requests and approvals of other admins come in while a page is open. */
export const useFreshApprovals = (): void => {
  const { data } = useQuery(api.approvals.counts.queryOptions({ refetchInterval: looksEveryMs }))
  const counts = data && `${data.waiting} ${data.approved}`
  const before = useRef(counts)
  useEffect(() => {
    if (before.current !== undefined && before.current !== counts) void refreshApprovals()
    before.current = counts
  }, [counts])
}

/** Asks first, and says again exactly what is approved. What was refused shows why in the row too. */
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

/** Of one's own. */
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
