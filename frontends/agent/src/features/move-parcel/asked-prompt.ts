import type { Prompt } from '@tuma/contracts/api'
import { api, queryClient, skipToken, useQuery } from '@tuma/kit/runtime'

/** Beside what is told live. */
const asksAgainMs = 3000

/** `phone`: as it was typed here, and when by this device's clock, in ms; null where somebody else has asked, or before a reload. */
type Asked = { readonly promptId: string; readonly phone: string | null; readonly askedAt: number | null }
/** Whoever has closed the dialog, and opens it again, goes on with what they asked for. */
const askedKey = (id: string) => ['agent-prompt', id]

export const keepAsked = (id: string, asked: Asked): void => void queryClient.setQueryData(askedKey(id), asked)

/** Of one that failed nothing more comes: nobody has to be told of it again. */
const stillCounts = (prompt: Prompt | null | undefined): prompt is Prompt => prompt != null && prompt.state !== 'failed'

/** What was asked for a parcel on a phone, here or by whoever had the dialog open before, and what has become of it. */
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
