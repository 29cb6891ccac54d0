import { setTimeout as pause } from 'node:timers/promises'
import { EngineAway, type ListenOptions, type Message } from '../ports/message-bus.ts'

const firstPauseMs = 200
const longestPauseMs = 5000

/**
 * Brings one message to a listener: repeatedly while an engine that its handler needs is away, and otherwise once.
 * @param waiting called between two attempts
 * @returns whether the listener has handled it; false when it was closed before that
 */
export const deliverMessage = async (
  { onMessage, onFault }: Pick<ListenOptions, 'onMessage' | 'onFault'>,
  message: Message,
  closing: AbortSignal,
  waiting: () => Promise<void> = async () => {},
): Promise<boolean> => {
  for (let tries = 0; !closing.aborted; tries += 1) {
    try {
      await onMessage(message)
      return true
    } catch (error) {
      if (!(error instanceof EngineAway)) {
        onFault(error)
        return true
      }
    }
    const wait = Math.min(firstPauseMs * 2 ** tries, longestPauseMs)
    await pause(wait, undefined, { signal: closing }).catch(() => {})
    await waiting()
  }
  return false
}
