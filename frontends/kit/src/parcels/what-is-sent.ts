import { useSession, useText } from '@tuma/kit/runtime'
import { readDraft } from '@tuma/kit/ui'
import { type Due, draftOfDue } from './due.ts'
import { parcelTexts } from './texts.ts'

type Draft = { receiver?: { name?: string; pickupLocation?: string; pickupAgent?: string; location?: string } }

/** Names the parcel from its form, so that the payer knows what the sum is for. */
export function useWhatIsSent(due: Due | null): string | undefined {
  const text = useText(parcelTexts)
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : null
  if (!due?.kind) return undefined
  const { receiver = {} }: Draft = readDraft(draftOfDue(due, user))
  const place = [receiver.pickupAgent, receiver.pickupLocation ?? receiver.location].filter(Boolean).join(', ')
  if (!receiver.name || place === '') return undefined
  return text('checkout.of', { kind: text(`form.${due.kind}`), name: receiver.name, place })
}
