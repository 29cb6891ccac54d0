import { type AuditSum, derivedId, type EventMetadata, type Streams } from '@tuma/platform/event-sourcing'
import { type SumTakings, takings, takingsStream, takingsSum, toSumTakings } from '../domain/takings.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

const actor = { kind: 'system', name: 'delivery audit' } as const

/**
 * Tells the cash that was taken on each closed day at the end of a full pass of the auditor.
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

/** Of the sums and not of the attempt, so that a second attempt adds nothing. */
const toMetadata = ({ day, takings, at }: SumTakings): EventMetadata => {
  const commandId = derivedId('takings summed', day, JSON.stringify(takings), at)
  return { at, commandId, correlationId: commandId, causationId: commandId, actor }
}
