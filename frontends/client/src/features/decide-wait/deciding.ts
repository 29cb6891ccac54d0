import type { Delivery } from '@tuma/contracts/api'
import type { WaitDecision } from '@tuma/contracts/vocabulary'
import { alert, api, confirm, queryClient, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { formatDay } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** A parcel whose sender must decide, with the days of the decision. */
export type Waits = NonNullable<Delivery['waiting']>
export const isAsked = ({ waiting }: Pick<Delivery, 'waiting'>): boolean => waiting?.asked ?? false

/** The sender's decision about a parcel that was not collected. Asks for confirmation, and sends it once. */
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
      // The sender decided elsewhere, or the parcel was collected: the screen shows the old state.
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
