import { AppendTooLarge, type EventToAppend, maxAppendBytes } from '../ports/event-store.ts'

/** Checks that every engine makes before an append. @throws AppendTooLarge */
export const assertAppendable = (stream: string, events: readonly EventToAppend[]): void => {
  if (events.length === 0) throw new Error(`nothing to append to ${stream}`)
  if (Buffer.byteLength(JSON.stringify(events)) > maxAppendBytes) throw new AppendTooLarge(stream)
}
