import type { Delivery } from '@tuma/contracts/api'
import { type ReactNode, useState } from 'react'
import { AssignPicker } from './assign-picker.tsx'
import { AssignRider } from './assign-rider.tsx'

export type AskFor = (what: 'rider' | 'picker', delivery: Delivery) => void

/** The dialogs stand beside the list: a row leaves its tab when its parcel moves on, and must not take them along. */
export const useStepDialogs = (): { askFor: AskFor; dialog: ReactNode } => {
  const [asked, setAsked] = useState<{ what: 'rider' | 'picker'; delivery: Delivery } | null>(null)
  const close = () => setAsked(null)
  const Asking = asked?.what === 'rider' ? AssignRider : AssignPicker
  return {
    askFor: (what, delivery) => setAsked({ what, delivery }),
    dialog: asked ? <Asking key={asked.delivery._id} delivery={asked.delivery} onClose={close} /> : null,
  }
}
