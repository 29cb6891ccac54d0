import { derivedId, recordedSum, type Streams } from '@tuma/platform/event-sourcing'
import { takings, takingsStream, takingsSum, toSumTakings } from './domain/takings.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** Tells what was confirmed of each closed day at the end of a full pass of the auditor. */
export const summingTakings = (streams: () => Pick<Streams<StoredDomainEvent>, 'createRecorder'>) =>
  recordedSum(
    {
      ...{ actor: 'payment audit', ...takingsSum, decider: takings },
      toCommands: toSumTakings,
      toStream: ({ day }) => takingsStream(day),
      toCommandId: ({ day, cents, at }) => derivedId('takings summed', day, `${cents}`, at),
    },
    streams,
  )
