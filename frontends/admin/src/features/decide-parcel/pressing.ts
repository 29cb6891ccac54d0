import type { Delivery } from '@tuma/contracts/api'
import type { HoldByHand } from '@tuma/contracts/vocabulary'
import { api, confirm, toast, useMutation, useText } from '@tuma/kit/runtime'
import { useSayRefused } from '../../say-refused.ts'
import { refreshParcels } from '../list-deliveries/changes.ts'
import { type ActKey, actTexts } from './texts.ts'

/** Asks first, does the act, and says when it is done or why the server refuses. */
export const usePresses = ({ _id: id, trackingId }: Delivery) => {
  const text = useText(actTexts)
  const sayRefused = useSayRefused()
  const telling = (done: ActKey, failed: ActKey) => ({
    onSuccess: () => {
      toast.success(text(done))
      return refreshParcels()
    },
    onError: (error: Error) => {
      void refreshParcels()
      sayRefused(text(failed), error)
    },
  })
  const lift = useMutation(api.trouble.lift.mutationOptions(telling('act.lifted', 'act.notLifted')))
  const back = useMutation(api.trouble.sendBack.mutationOptions(telling('act.isBack', 'act.notBack')))
  const lost = useMutation(api.trouble.reportLost.mutationOptions(telling('act.isLost', 'act.notLost')))
  const found = useMutation(api.trouble.reportLost.mutationOptions(telling('act.isFound', 'act.notFound')))
  const isPending = [lift, back, lost, found].some((one) => one.isPending)

  /** The button in the dialog has the same words as the one that opened it. */
  const sure = (title: ActKey, what: ActKey, yes: ActKey, danger: boolean) =>
    confirm({ title: text(title, { trackingId }), text: text(what), yes: text(yes), danger })
  return {
    isPending,
    lift: (code: HoldByHand) => lift.mutate({ id, code }),
    async back() {
      if (await sure('act.backOf', 'act.backWhat', 'act.back', true)) back.mutate({ id })
    },
    async lost() {
      if (await sure('act.lostOf', 'act.lostWhat', 'act.lost', true)) lost.mutate({ id, lost: true })
    },
    async found() {
      if (await sure('act.foundOf', 'act.foundWhat', 'act.found', false)) found.mutate({ id, lost: false })
    },
  }
}
