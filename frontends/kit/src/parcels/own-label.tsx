import { lazyScreen } from '@tuma/kit/runtime'
import { useAccount } from './verified-payment.ts'

/** Only people with an account load it, so that the pages of guests stay small. */
const LabelButton = lazyScreen(
  async () => (await import(/* webpackChunkName: "label" */ './label.tsx')).LabelButton,
  null,
)

/**
 * Prints the label of a parcel that was just booked. Draws nothing for guests, who may not download labels.
 * @param byVisitor it was booked before its sender signed in, so that no account owns it
 */
export const OwnLabel = ({ trackingId, byVisitor = false }: { trackingId: string; byVisitor?: boolean | undefined }) =>
  useAccount() === null || byVisitor ? null : <LabelButton trackingId={trackingId} />
