import type { Delivery } from '@tuma/contracts/api'
import { type HoldByHand, holdsByHand } from '@tuma/contracts/vocabulary'
import { holdTexts } from '@tuma/kit/parcels'
import { api, confirm, toast, useMutation, useText } from '@tuma/kit/runtime'
import { troubleTexts } from '../../trouble-texts.ts'
import { Said, useAbout } from '../move-parcel/say-moved.tsx'
import { useSayRefused } from '../move-parcel/say-refused.ts'
import { parcelMoved, refreshParcels } from '../move-parcel/steps.ts'

/** The holds that our people set, and may release. */
export const selectLiftable = ({ held = [] }: Pick<Delivery, 'held'>): HoldByHand[] =>
  holdsByHand.filter((code) => held.includes(code))

/** Asks first: what is let go goes on. */
export const useLift = (delivery: Delivery) => {
  const text = useText(troubleTexts)
  const word = useText(holdTexts)
  const about = useAbout()
  const sayRefused = useSayRefused()
  const { _id: id, trackingId } = delivery
  const lift = useMutation(
    api.trouble.lift.mutationOptions({
      onSuccess: (row, { code }) => {
        toast.success(<Said trackingId={trackingId}>{text('lift.done', { why: word(`hold.${code}`) })}</Said>)
        return parcelMoved(row)
      },
      onError: (error, asked) => {
        void sayRefused(text('lift.failed'), error, () => lift.mutate(asked))
        return refreshParcels()
      },
    }),
  )
  const ask = async (code: HoldByHand): Promise<void> => {
    const question = { title: text('lift.sure'), text: `${about(delivery)} ${word(`hold.${code}`)}.` }
    if (await confirm({ ...question, yes: text('lift.title') })) lift.mutate({ id, code })
  }
  return { ask, isPending: lift.isPending }
}
