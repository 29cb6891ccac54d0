import { type DeliveryStatus, knownStatus } from '@tuma/contracts/vocabulary'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { StatusBadge } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** One word for a state on every screen of an agent: what was dropped at the shop is Dropped, wherever it is said. */
export const useStatusWord = (): ((status: DeliveryStatus) => string) => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  return (status) => (status === 'uncollected' ? text('status.dropped') : kitText(`status.${knownStatus(status)}`))
}

export const Status = ({ status }: { status: DeliveryStatus }) => {
  const word = useStatusWord()
  return <StatusBadge status={status} label={word(status)} />
}
