import type { Prompt } from '@tuma/contracts/api'
import { api, queryClient, skipToken, useQuery } from '@tuma/kit/runtime'

/** Beside what is told live. */
const asksAgainMs = 3000

/** `phone`: as typed here; `askedAt`: this device's clock in ms. Both are null after a reload, or if another agent asked. */
type Asked = { readonly promptId: string; readonly phone: string | null; readonly askedAt: number | null }
/** Keeps the request, so that a dialog that is opened again continues with it. */
const askedKey = (id: string) => ['agent-prompt', id]

export const keepAsked = (id: string, asked: Asked): void => void queryClient.setQueryData(askedKey(id), asked)

/** A failed request gets no further answers, so it is not shown again. */
const stillCounts = (prompt: Prompt | null | undefined): prompt is Prompt => prompt != null && prompt.state !== 'failed'

/** The request on a phone for this parcel, sent from this or an earlier dialog, and its state. */
export const useAskedPrompt = (id: string) => {
  const here = useQuery<Asked | null>({ queryKey: askedKey(id), queryFn: skipToken }).data ?? null
  const last = useQuery(
    api.agent.lastAskedForDue.queryOptions({ input: here ? skipToken : { id }, retry: false, staleTime: 0 }),
  ).data?.asked
  const asked = here ?? (stillCounts(last) ? { promptId: last.promptId, phone: null, askedAt: null } : null)
  const { data: prompt, refetch } = useQuery(
    api.agent.askedForDue.queryOptions({
      input: asked ? { id, promptId: asked.promptId } : skipToken,
      retry: false,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === 'paid' ? false : asksAgainMs),
    }),
  )
  return { asked, prompt: asked ? (prompt ?? (here || !last ? undefined : last)) : undefined, refetch }
}
export type AskedPrompt = ReturnType<typeof useAskedPrompt>
