import { type DeliveryStatus, knownStatus } from '@tuma/contracts/vocabulary'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { StatusBadge } from '@tuma/kit/ui'
import { texts } from './texts.ts'

/** As the agents read it, of both kinds of delivery: only whoever sends it reads of a rider it waits for. */
export const useStatusWord = (): ((status: DeliveryStatus) => string) => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  return (status) => (status === 'uncollected' ? text('status.uncollected') : kitText(`status.${knownStatus(status)}`))
}

export const ParcelStatus = ({ status }: { status: DeliveryStatus }) => (
  <StatusBadge status={status} label={useStatusWord()(status)} />
)
