import { useText } from '@tuma/kit/runtime'
import { readDraft } from '@tuma/kit/ui'
import { type Due, draftOfDue } from './due.ts'
import { endsIn } from './filled-in.ts'
import { parcelTexts } from './texts.ts'
import { useAccount } from './verified-payment.ts'

type Draft = { receiver?: { name?: string } }

/** Names the parcel from its form, so that the payer knows what the sum is for. */
export function useWhatIsSent(due: Due | null): string | undefined {
  const text = useText(parcelTexts)
  const user = useAccount()
  if (!due?.kind) return undefined
  const draft = readDraft(draftOfDue(due, user))
  const { name } = (draft as Draft).receiver ?? {}
  const { to: place } = endsIn(draft)
  return name && place ? text('checkout.of', { kind: text(`form.${due.kind}`), name, place }) : undefined
}
