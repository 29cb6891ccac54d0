import type { User } from '@tuma/contracts/api'
import { displayPhone, sameWords } from '@tuma/contracts/vocabulary'
import { api, useQuery } from '@tuma/kit/runtime'
import { useEffect, useEffectEvent } from 'react'
import { hasDraft } from './known-drafts.ts'

type Sender = { location: string; dropoffAgent: string; phone: string }
type Field = keyof Sender
type SenderForm = {
  values: () => { sender: Sender }
  set: (name: `sender.${Field}`, value: string) => void
}

/**
 * Fills in the shop and phone of the last parcel, unless the sender has typed something there or the shop is no longer
 * one of ours.
 */
export function useLastSender(draft: string, user: User | null, form: SenderForm): void {
  const known = useQuery({ ...api.savedPeople.list.queryOptions({ input: {} }), enabled: user !== null })
  const shops = useQuery(api.locations.shops.queryOptions())
  const last = known.data?.last
  const offered = shops.data
  const fill = useEffectEvent(() => {
    const { location, phone } = form.values().sender
    if (!last || !user) return
    const place = offered?.find(({ locationName }) => sameWords(locationName) === sameWords(last.location))
    const shop = place?.pickupPoints.find((point) => sameWords(point) === sameWords(last.dropoffAgent))
    const isUntouched = location === '' && !hasDraft(draft)
    if (place && shop !== undefined && isUntouched) {
      form.set('sender.location', place.locationName)
      form.set('sender.dropoffAgent', shop)
    }
    if (isUntouched && (phone === '' || phone === displayPhone(user.phone)))
      form.set('sender.phone', displayPhone(last.phone))
  })
  useEffect(() => {
    if (last && offered) fill()
  }, [last, offered])
}
