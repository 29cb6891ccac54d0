import type { Delivery } from '@tuma/contracts/api'
import { hasReached, type SettableStatus, settableStatuses } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { ChangeOne } from '../../change-one.tsx'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'
import { useSetStatus } from './changes.ts'

export const EditStatus = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const wordOf = useStatusWord()
  const set = useSetStatus(onClose)
  const { _id: id, trackingId, status, deliveryType, rider, leg } = delivery
  const tells = (to: SettableStatus) => leg !== 'back' && hasReached(to, 'inTransit')
  const hasNoRider = (to: string) => to === 'inTransit' && deliveryType === 'doorstep' && leg !== 'back' && !rider
  return (
    <ChangeOne
      title={text('status.title')}
      description={text('status.now', { trackingId, status: wordOf(status) })}
      label={text('status.new')}
      current={status}
      options={settableStatuses.map((value) => ({ value, label: wordOf(value) }))}
      follows={(to) => ({
        says: tells(to) ? text('status.tells', { name: delivery.receiver.name }) : undefined,
        warns: hasNoRider(to) ? text('status.noRider') : undefined,
      })}
      pending={set.isPending}
      onChange={(to) => set.mutate({ id, status: to, trackingId })}
      onClose={onClose}
    />
  )
}
