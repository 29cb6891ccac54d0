import { type EventMetadata, unbegun } from '@tuma/platform/event-sourcing'
import { attempts, type House } from './attempts.ts'
import { type ComposeMessage, message } from './domain/message-decisions.ts'
import type { TrySending } from './sending.ts'

export type Composing = {
  /** Composed alone: whoever follows the store sends it. @returns false when it was composed before */
  compose(stream: string, command: ComposeMessage, metadata: EventMetadata): Promise<boolean>
  /**
   * Composes a message and sends it: it is recorded with its first attempt, in one append.
   * @param isComposed called when that stands, and before anything leaves the house; with false when it was composed before
   * @returns as of every try: milliseconds until the next; null when there is none
   */
  composeAndSend(
    stream: string,
    command: ComposeMessage,
    metadata: EventMetadata,
    isComposed: (here: boolean) => void,
  ): Promise<number | null>
}

export const composing = (house: House & { readonly trySending: TrySending }): Composing => {
  const { streams, letterOf, replica, trySending } = house
  const { recordAttempt, spending, leave } = attempts(house)
  const record = streams.recorderOf(message)
  const compose: Composing['compose'] = async (stream, command, metadata) => {
    const { added } = await record(stream, command, metadata, unbegun(message))
    return added.length > 0
  }

  return {
    compose,
    async composeAndSend(stream, command, metadata, isComposed) {
      // Whatever keeps its words away, it is composed: then it is tried as every other.
      const letter = await letterOf(command.composed).catch(() => null)
      if (letter === null) {
        isComposed(await compose(stream, command, metadata))
        return trySending(stream)
      }
      const own = { ...metadata, actor: { ...(metadata.actor as object), replica } }
      const { added, state, revision } = await spending(command.composed, letter, (cost, room) =>
        recordAttempt(stream, { ...command, atOnce: { cost, room } }, own, unbegun(message)),
      )
      isComposed(added.length > 0)
      const [composed, attempted] = added
      // It was composed before, or it waits for tomorrow.
      if (!state || composed?.type !== 'MessageComposed' || !attempted) return trySending(stream)
      return leave({ stream, composed, before: state, revision }, added, letter, state.attempts)
    },
  }
}
