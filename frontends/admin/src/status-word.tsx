import { type DeliveryStatus, knownStatus } from '@tuma/contracts/vocabulary'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { StatusBadge } from '@tuma/kit/ui'
import { texts } from './texts.ts'

/** The status as agents read it, for both delivery types. Only the sender reads "waiting for a rider". */
export const useStatusWord = (): ((status: DeliveryStatus) => string) => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  return (status) => (status === 'uncollected' ? text('status.uncollected') : kitText(`status.${knownStatus(status)}`))
}

export const ParcelStatus = ({ status }: { status: DeliveryStatus }) => (
  <StatusBadge status={status} label={useStatusWord()(status)} />
)
