import type { Delivery } from '@tuma/contracts/api'
import { api, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { Said } from './say-moved.tsx'

type Coded = Pick<Delivery, '_id' | 'trackingId' | 'leg'>

/**
 * The code is lost, or was guessed at: another goes to the phone of whoever gets the parcel, or has it back. It is said
 * in a toast, but where the place that asked has its own for it: `onSent`.
 */
export const useNewCode = ({ _id: id, trackingId, leg }: Coded, onSent?: () => void) => {
  const text = useText(texts)
  const say = useErrorText()
  const sent = text(leg === 'back' ? 'handOver.sentBack' : 'handOver.sent')
  const issue = useMutation(
    api.collecting.newCode.mutationOptions({
      onSuccess: () => {
        if (onSent) onSent()
        else toast.success(<Said trackingId={trackingId}>{sent}</Said>)
      },
      onError: (error) => toast.error(<Said trackingId={trackingId}>{say(error, text('handOver.notSent'))}</Said>),
    }),
  )
  return { send: () => issue.mutate({ id }), isPending: issue.isPending, sent: issue.isSuccess ? sent : null }
}
