import { getEatDay } from '@tuma/contracts/vocabulary'
import type { Recorded, RowOf, View } from '@tuma/platform/domain'
import type { DeliveryEvent } from './delivery.ts'

const shape = { agentId: 'text', day: 'text', withCode: 'number', withoutCode: 'number' } as const
/** How often one of our staff handed a parcel over on a day in Nairobi, with its code and on their own word. */
export type HandedOverRow = RowOf<typeof shape>

export const handedOverView: View<DeliveryEvent, HandedOverRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'handed-over-v1',
    shape,
    fields: { day: 'text' },
    indexes: [],
    sortBy: 'day',
  },
  getIds: (event) => {
    const agentId = handedOverBy(event)
    return agentId === null ? [] : [`${agentId} ${getEatDay(event.metadata.at)}`]
  },
  project: (row, event) => {
    const agentId = handedOverBy(event)
    if (agentId === null) return row
    const day = getEatDay(event.metadata.at)
    const { withCode, withoutCode } = row ?? { withCode: 0, withoutCode: 0 }
    return event.type === 'CollectedWithCode'
      ? { agentId, day, withCode: withCode + 1, withoutCode }
      : { agentId, day, withCode, withoutCode: withoutCode + 1 }
  },
}

const handedOverBy = ({ type, data }: Recorded<DeliveryEvent>): string | null =>
  type === 'CollectedWithCode' || type === 'CollectedWithoutCode' ? data.agentId : null
