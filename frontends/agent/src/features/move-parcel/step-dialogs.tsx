import type { Delivery } from '@tuma/contracts/api'
import { lazyScreen } from '@tuma/kit/runtime'
import { type ReactNode, useState } from 'react'
import { useBrought } from '../../use-brought.ts'

type Step = 'rider' | 'picker' | 'money' | 'code' | 'hold' | 'photos' | 'label'
export type AskFor = (what: Step, delivery: Delivery) => void

const dialogs = {
  rider: lazyScreen(async () => (await import('./assign-rider.tsx')).AssignRider, null),
  picker: lazyScreen(async () => (await import('./assign-picker.tsx')).AssignPicker, null),
  money: lazyScreen(async () => (await import('./take-money.tsx')).TakeMoney, null),
  code: lazyScreen(async () => (await import('./hand-over.tsx')).HandOver, null),
  hold: lazyScreen(async () => (await import('../hold-parcel/hold.tsx')).Hold, null),
  label: lazyScreen(async () => (await import('../see-delivery/label-dialog.tsx')).LabelOf, null),
  photos: lazyScreen(async () => (await import('../hold-parcel/add-photos.tsx')).AddPhotos, null),
}
const all = Object.values(dialogs)

/** The dialogs are outside the rows, because a row disappears when its parcel moves on. */
export const useStepDialogs = (): { askFor: AskFor; dialog: ReactNode } => {
  const [asked, setAsked] = useState<{ what: Step; delivery: Delivery } | null>(null)
  useBrought(all)
  const close = () => setAsked(null)
  // A parcel's page is told from others by the same id: two of one key beside each other would stay when one goes.
  const key = asked ? `${asked.what} ${asked.delivery._id}` : ''
  const Asking = dialogs[asked?.what ?? 'rider']
  const askFor: AskFor = (what, delivery) => setAsked({ what, delivery })
  return {
    askFor,
    dialog: asked ? <Asking key={key} delivery={asked.delivery} onClose={close} askFor={askFor} /> : null,
  }
}
