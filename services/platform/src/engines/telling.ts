import { setTimeout as pause } from 'node:timers/promises'
import { EngineAway, type ListenOptions, type Message } from '../ports/message-bus.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000

/**
 * Brings one message to a listener: again and again while what its handler needs is away, and once else.
 * @param waiting is called between two tries
 * @returns whether the listener is through with it; not so when it was closed meanwhile
 */
export async function tell(
  { onMessage, onFault }: Pick<ListenOptions, 'onMessage' | 'onFault'>,
  message: Message,
  closing: AbortSignal,
  waiting: () => Promise<void> = async () => {},
): Promise<boolean> {
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
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
    await pause(wait, undefined, { signal: closing }).catch(() => {})
    await waiting()
  }
  return false
}
