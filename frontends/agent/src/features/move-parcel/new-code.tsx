import type { Delivery } from '@tuma/contracts/api'
import { api, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { Said } from './say-moved.tsx'

type Coded = Pick<Delivery, '_id' | 'trackingId' | 'leg'>

/**
 * Sends a new code to the receiver, or to the sender of a parcel that came back, after the old one was lost or guessed at.
 * Confirms that in a toast, unless the caller shows it itself (`onSent`).
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
