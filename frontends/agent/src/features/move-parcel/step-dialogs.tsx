import type { Delivery } from '@tuma/contracts/api'
import { type ReactNode, useState } from 'react'
import { AddPhotos } from '../hold-parcel/add-photos.tsx'
import { Hold } from '../hold-parcel/hold.tsx'
import { AssignPicker } from './assign-picker.tsx'
import { AssignRider } from './assign-rider.tsx'
import { HandOver } from './hand-over.tsx'
import { TakeMoney } from './take-money.tsx'

type Step = 'rider' | 'picker' | 'money' | 'code' | 'hold' | 'photos'
export type AskFor = (what: Step, delivery: Delivery) => void

const dialogs = {
  rider: AssignRider,
  picker: AssignPicker,
  money: TakeMoney,
  code: HandOver,
  hold: Hold,
  photos: AddPhotos,
}

/** The dialogs stand beside the list: a row leaves its tab when its parcel moves on, and must not take them along. */
export const useStepDialogs = (): { askFor: AskFor; dialog: ReactNode } => {
  const [asked, setAsked] = useState<{ what: Step; delivery: Delivery } | null>(null)
  const close = () => setAsked(null)
  // A parcel's page is told from others by the same id: two of one key beside each other would stay when one goes.
  const key = asked ? `${asked.what} ${asked.delivery._id}` : ''
  const Asking = dialogs[asked?.what ?? 'rider']
  return {
    askFor: (what, delivery) => setAsked({ what, delivery }),
    dialog: asked ? <Asking key={key} delivery={asked.delivery} onClose={close} /> : null,
  }
}
