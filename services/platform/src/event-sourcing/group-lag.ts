import type { MessageBus } from '../ports/message-bus.ts'

/** How far one that listens is behind what others have published. */
export type GroupLag = {
  readonly topic: string
  readonly group: string
  /** It has still to handle. */
  readonly messages: number
  /** Since it last was through with all, or the age of what it came past last: whichever is less. */
  readonly seconds: number
}

/** From then on people may notice. */
export const isBehind = ({ seconds }: GroupLag): boolean => seconds > 60

export type LagWatch = {
  /** As it was when it was last looked at, a few seconds ago. */
  lag(): GroupLag
  /** See `Listening`. */
  lateMs(): number
  /** @param at when what it came past was published */
  through(at: string | undefined): void
  close(): void
}

/** @param now milliseconds */
export const watchLag = (
  { bus, topic, group }: { readonly bus: MessageBus; readonly topic: string; readonly group: string },
  now: () => number = Date.now,
  everyMs = 5000,
): LagWatch => {
  let messages = 0
  /** It is through with what was published until then. */
  let throughUntil = now()
  let last = { at: Number.NEGATIVE_INFINITY, lateMs: 0 }
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async (): Promise<void> => {
    const lookedAt = now()
    try {
      messages = await bus.lag(topic, group)
      if (messages === 0) throughUntil = lookedAt
    } catch {
      // The bus is away: nothing is known that was not known before.
    }
    if (!closed) timer = setTimeout(look, everyMs).unref()
  }
  void look()

  return {
    lag: () => ({ topic, group, messages, seconds: messages === 0 ? 0 : (now() - throughUntil) / 1000 }),
    lateMs: () => (now() - last.at < 1000 ? last.lateMs : 0),
    through(at) {
      const publishedAt = Date.parse(at ?? '')
      if (Number.isNaN(publishedAt)) return
      last = { at: now(), lateMs: now() - publishedAt }
      if (publishedAt > throughUntil) throughUntil = Math.min(publishedAt, now())
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
