import type { Consumer, MessageBus } from '../../ports/message-bus.ts'

/** How far a group is behind what others have published. */
export type GroupLag = {
  readonly topic: string
  readonly group: string
  /** How many it has still to handle. */
  readonly messages: number
  /** Age of the oldest message that it has not handled; 0 where there is none. */
  readonly seconds: number
}

/** From then on people may notice. */
export const isBehind = ({ seconds }: GroupLag): boolean => seconds > 60

export type LagWatch = {
  /** `messages` as it was counted last, a few seconds ago; `seconds` as it is now. */
  lag(): GroupLag
  /** See `Listening`. */
  lateMs(): number
  close(): void
}

/**
 * Counts once for all who ask: `/readyz`, the metrics, the System page and the limit of changes at the door.
 * @param consumer a member of the group
 * @param now milliseconds since 1970
 */
export const watchLag = (
  { bus, topic, group }: { readonly bus: Pick<MessageBus, 'lag'>; readonly topic: string; readonly group: string },
  consumer: Pick<Consumer, 'oldestAt'>,
  now: () => number = Date.now,
  everyMs = 5000,
): LagWatch => {
  let messages = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async (): Promise<void> => {
    try {
      messages = await bus.lag(topic, group)
    } catch {
      // The bus is away: the count stays as it was.
    }
    if (!closed) timer = setTimeout(look, everyMs).unref()
  }
  void look()

  const lateMs = (): number => {
    const oldestAt = consumer.oldestAt()
    return oldestAt === null ? 0 : Math.max(0, now() - oldestAt)
  }
  return {
    lag: () => ({ topic, group, messages, seconds: lateMs() / 1000 }),
    lateMs,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
