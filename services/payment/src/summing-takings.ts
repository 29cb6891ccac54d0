import { type AuditSum, derivedId, type EventMetadata, type Streams } from '@tuma/platform/event-sourcing'
import { type SumTakings, takings, takingsStream, takingsSum, toSumTakings } from './domain/takings.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const actor = { kind: 'system', name: 'payment audit' } as const

/**
 * Tells what was confirmed of each closed day at the end of a full pass of the auditor.
 * @param streams asked only then, because the auditor is opened with them
 */
export const summingTakings = (
  streams: () => Pick<Streams<StoredDomainEvent>, 'createRecorder'>,
): AuditSum<StoredDomainEvent, typeof takingsSum.initial> => ({
  initial: takingsSum.initial,
  take: (days, event) => takingsSum.take(days, event as never),
  async tell(days, at) {
    const record = streams().createRecorder(takings)
    for (const command of toSumTakings(days, at)) await record(takingsStream(command.day), command, toMetadata(command))
  },
})

/** Of the sum and not of the attempt, so that a second attempt adds nothing. */
const toMetadata = ({ day, cents, at }: SumTakings): EventMetadata => {
  const commandId = derivedId('takings summed', day, `${cents}`, at)
  return { at, commandId, correlationId: commandId, causationId: commandId, actor }
}
