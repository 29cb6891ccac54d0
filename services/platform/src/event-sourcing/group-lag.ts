import type { MessageBus } from '../ports/message-bus.ts'

/** How far one that listens is behind what others have published. */
export type GroupLag = {
  readonly topic: string
  readonly group: string
  /** It has still to handle. */
  readonly messages: number
  /** Since it last had handled all, or the age of what it has handled last: whichever is less. */
  readonly seconds: number
}

/** From then on people may notice. */
export const isBehind = ({ seconds }: GroupLag): boolean => seconds > 60

export type LagWatch = {
  /** As it was when it was last looked at, a few seconds ago. */
  lag(): GroupLag
  handled(at: string | undefined): void
  close(): void
}

/** @param now milliseconds */
export const watchLag = (
  { bus, topic, group }: { readonly bus: MessageBus; readonly topic: string; readonly group: string },
  now: () => number = Date.now,
  everyMs = 5000,
): LagWatch => {
  let messages = 0
  /** What was published until then is handled. */
  let handledUntil = now()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async (): Promise<void> => {
    const lookedAt = now()
    try {
      messages = await bus.lag(topic, group)
      if (messages === 0) handledUntil = lookedAt
    } catch {
      // The bus is away: nothing is known that was not known before.
    }
    if (!closed) timer = setTimeout(look, everyMs).unref()
  }
  void look()

  return {
    lag: () => ({ topic, group, messages, seconds: messages === 0 ? 0 : (now() - handledUntil) / 1000 }),
    handled(at) {
      const publishedAt = Date.parse(at ?? '')
      if (publishedAt > handledUntil) handledUntil = Math.min(publishedAt, now())
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
