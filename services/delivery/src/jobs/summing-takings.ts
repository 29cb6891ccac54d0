import { derivedId, recordedSum, type Streams } from '@tuma/platform/event-sourcing'
import { takings, takingsStream, takingsSum, toSumTakings } from '../domain/takings.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

/** Tells the cash that was taken on each closed day at the end of a full pass of the auditor. */
export const summingTakings = (streams: () => Pick<Streams<StoredDomainEvent>, 'createRecorder'>) =>
  recordedSum(
    {
      ...{ actor: 'delivery audit', ...takingsSum, decider: takings },
      toCommands: toSumTakings,
      toStream: ({ day }) => takingsStream(day),
      toCommandId: ({ day, takings, at }) => derivedId('takings summed', day, JSON.stringify(takings), at),
    },
    streams,
  )
