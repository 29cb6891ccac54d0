import type { Delivery } from '@tuma/contracts/api'
import type { WaitDecision } from '@tuma/contracts/vocabulary'
import { alert, api, confirm, queryClient, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { formatDay } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** A parcel that its sender is asked about, and the days that it is about. */
export type Waits = NonNullable<Delivery['waiting']>
export const isAsked = ({ waiting }: Pick<Delivery, 'waiting'>): boolean => waiting?.asked ?? false

/** What a sender says of a parcel that nobody fetches: each is asked about once more, and sent once. */
export const useDecide = ({ _id: id, trackingId, waiting }: Delivery) => {
  const text = useText(texts)
  const say = useErrorText()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.deliveries.key() })
  const decide = useMutation(
    api.trouble.decide.mutationOptions({
      onSuccess: (_answer, { decision }) => {
        toast.success(text(`decide.done.${decision}`))
        return refresh()
      },
      // It was decided elsewhere, or somebody has fetched it: what is shown is of before.
      onError: (error) => {
        void alert(text('decide.failed'), say(error, ''))
        return refresh()
      },
    }),
  )
  const ask = async (decision: WaitDecision): Promise<void> => {
    const day = waiting?.longerUntil ? formatDay(waiting.longerUntil) : ''
    const sure = await confirm({
      title: text(`decide.sure.${decision}`),
      text: text(`decide.what.${decision}`, { id: trackingId, day }),
      yes: text(`decide.yes.${decision}`),
      danger: decision === 'back',
    })
    if (sure) decide.mutate({ id, decision })
  }
  return { ask, pending: decide.isPending ? decide.variables.decision : null }
}
