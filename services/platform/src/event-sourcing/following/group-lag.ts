import type { Consumer, MessageBus } from '../../ports/message-bus.ts'

/** How far a group is behind the published messages. */
export type GroupLag = {
  readonly topic: string
  readonly group: string
  /** The number of messages that it must still handle. */
  readonly messages: number
  /** Age of the oldest message that it has not handled; 0 when it has handled all. */
  readonly seconds: number
}

/** From that age on people may notice. */
export const isBehind = ({ seconds }: GroupLag): boolean => seconds > 60

export type LagWatch = {
  /** `messages` from the last count, a few seconds ago; `seconds` of this moment. */
  lag(): GroupLag
  /** See `Listening`. */
  lateMs(): number
  close(): void
}

/**
 * Counts once for all callers: `/readyz`, the metrics, the System page and the limit of changes at the door.
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
      // The bus is away: the last count stays.
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
