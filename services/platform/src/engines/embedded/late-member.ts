import { setTimeout as delay } from 'node:timers/promises'
import type { ConsumeOptions, Consumer } from '../../ports/message-bus.ts'
import type { ConsumerGroup } from './consumer-group.ts'
import type { MissedTopics } from './missed-topics.ts'

const lookEveryMs = 100

/**
 * Joins a group, and before that, where it has missed something, hears what stands on the group's own topic.
 * @param own members of the group there
 */
export const joinLate = (
  missed: MissedTopics,
  options: ConsumeOptions,
  own: () => ConsumerGroup,
  main: () => ConsumerGroup,
): Consumer => {
  const closing = new AbortController()
  const { signal } = closing
  const left = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
  let member: Consumer | undefined
  let isTold = false

  const hasHeard = (): boolean => {
    const missing = missed.missing(options)
    return !missing || (missing.isTold && own().lag() === 0)
  }
  const hearFirst = async (): Promise<void> => {
    member = own().join(options)
    while (!signal.aborted && !hasHeard()) await delay(lookEveryMs, undefined, { signal }).catch(() => undefined)
    await member.close()
    // Where nothing can be written just now it is done with at the next start.
    if (!signal.aborted) await missed.heard(options).catch(() => undefined)
  }
  const join = async (): Promise<void> => {
    const hasMissed = await Promise.race([missed.meet(options), left])
    if (hasMissed) await hearFirst()
    member = signal.aborted || hasMissed === null ? undefined : main().join(options)
    isTold = true
  }
  const joining = join()
  return {
    oldestAt: () => (isTold ? (member?.oldestAt() ?? null) : null),
    async close() {
      closing.abort()
      await joining
      await member?.close()
    },
  }
}
