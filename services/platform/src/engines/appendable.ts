import { AppendTooLarge, type EventToAppend, maxAppendBytes } from '../ports/event-store.ts'

/** What every engine asks of an append before it takes it. @throws AppendTooLarge */
export const assertAppendable = (stream: string, events: readonly EventToAppend[]): void => {
  if (events.length === 0) throw new Error(`nothing to append to ${stream}`)
  if (Buffer.byteLength(JSON.stringify(events)) > maxAppendBytes) throw new AppendTooLarge(stream)
}
