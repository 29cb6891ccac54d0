import { setTimeout as delay } from 'node:timers/promises'
import { type ConsumeOptions, type Consumer, EngineAway, type Message } from '../../ports/message-bus.ts'
import { triesOf } from '../tries.ts'
import type { PartitionSignals } from './change-signal.ts'
import type { GroupLog, LoggedMessage, ReplayedMessage } from './group-log.ts'
import { openGroupProgress } from './group-progress.ts'
import { partitionCount } from './partitions.ts'

type Member = {
  readonly options: ConsumeOptions
  readonly leaving: AbortController
  readonly turns: Set<Promise<unknown>>
}
/** How a member got on with a message; `left` when it closed before it was through. */
type Outcome = 'handled' | 'left' | { readonly gaveUp: string }

const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)

export type ConsumerGroup = {
  join(options: ConsumeOptions): Consumer
  /** Something that was parked is to be tried again. */
  givenBack(): void
  /** How many messages it has still to handle. */
  lag(): number
  close(): Promise<void>
}

/**
 * The members of one group in this process. Each partition is worked through by one loop, a page at a time, the keys of a
 * page side by side; members share the partitions by their numbers. A loop ends with the last member. While
 * nothing that is done could be kept it waits, and goes on with what was not done with.
 */
export const openConsumerGroup = (log: GroupLog, published: PartitionSignals): ConsumerGroup => {
  let members: Member[] = []
  const running = new Set<number>()
  const progress = openGroupProgress(log)
  const replays = openReplays(log)

  const memberOf = (partition: number): Member | undefined => {
    if (!log.healthy()) throw new EngineAway('nothing that is done could be kept')
    return members[partition % members.length]
  }
  /** @returns false: there is nothing to do just now */
  const step = async (partition: number, member: Member): Promise<boolean> => {
    const replay = replays.next(partition)
    if (replay) {
      await turnOf(member, tryAgain(log, member, replay))
      return true
    }
    const page = log.page(partition, progress.through(partition))
    if (page.length === 0) return false
    const { done, fault } = await turnOf(member, takePage(log, partition, member, page))
    progress.pass(partition, page, done, concerns(member))
    for (const { message } of done) member.options.onThrough?.(message)
    if (fault !== undefined) throw fault
    return true
  }

  const work = async (partition: number): Promise<void> => {
    for (let member = memberOf(partition); member; member = memberOf(partition)) {
      const more = published.next(partition)
      if (!(await step(partition, member))) await more
    }
    running.delete(partition)
  }

  const start = async (partition: number): Promise<void> => {
    running.add(partition)
    do {
      try {
        return await work(partition)
      } catch (error) {
        // With a healthy writer this is no message's fault but ours: let it end the process rather than stand still unseen.
        if (!(error instanceof EngineAway) && log.healthy()) throw error
      }
    } while (await log.back())
    running.delete(partition)
  }

  const leave = async (member: Member): Promise<void> => {
    members = members.filter((other) => other !== member)
    member.leaving.abort()
    published.notify()
    await Promise.allSettled(member.turns)
    await progress.keepAll()
  }

  return {
    join(options) {
      const member: Member = { options, leaving: new AbortController(), turns: new Set() }
      members.push(member)
      for (const partition of partitions) if (!running.has(partition)) void start(partition)
      return { close: () => leave(member) }
    },
    givenBack() {
      replays.look()
      published.notify()
    },
    lag: () => log.lag(progress.through),
    close: async () => {
      await Promise.all(members.map(leave))
    },
  }
}

/** Whether something was given back is asked only where that may be. */
const openReplays = (log: GroupLog) => {
  const asking = new Set(partitions)
  return {
    look(): void {
      for (const partition of partitions) asking.add(partition)
    },
    next(partition: number): ReplayedMessage | null {
      const replay = asking.has(partition) ? log.nextReplay(partition) : null
      if (!replay) asking.delete(partition)
      return replay
    },
  }
}

/** Kept with the member while it lasts, so that the member's closing can wait for it. */
const turnOf = async <T>({ turns }: Member, turn: Promise<T>): Promise<T> => {
  turns.add(turn)
  try {
    return await turn
  } finally {
    turns.delete(turn)
  }
}

/**
 * Keys side by side, each in its order.
 * @returns what the group is done with, and what went wrong with keeping that: only when nobody works on the page any more
 */
const takePage = async (log: GroupLog, partition: number, member: Member, page: readonly LoggedMessage[]) => {
  const done = new Set<LoggedMessage>()
  const inOrder = async (ofKey: readonly LoggedMessage[]): Promise<void> => {
    for (const next of ofKey) {
      if (!(await tryNext(log, partition, member, next.message))) return
      done.add(next)
    }
  }
  const keys = Map.groupBy(page, ({ message }) => message.key).values()
  const outcomes = await Promise.allSettled(keys.map(inOrder))
  return { done, fault: outcomes.find((outcome) => outcome.status === 'rejected')?.reason as unknown }
}

const concerns =
  ({ options: { types } }: Member) =>
  ({ type }: Message): boolean =>
    types?.has(type) ?? true

/** @returns whether the group is done with the message */
const tryNext = async (log: GroupLog, partition: number, member: Member, message: Message): Promise<boolean> => {
  if (!concerns(member)(message)) return true
  if (log.hasParked(message.key) && (await log.parkBehind(partition, message))) return true
  const outcome = await attempt(member, message)
  if (outcome === 'left') return false
  if (outcome !== 'handled') await log.park(partition, message, outcome.gaveUp)
  return true
}

const tryAgain = async (log: GroupLog, member: Member, replay: ReplayedMessage): Promise<void> => {
  const outcome = await attempt(member, replay.message)
  if (outcome === 'handled') await log.replayed(replay.id)
  else if (outcome !== 'left') await log.parkReplayed(replay, outcome.gaveUp)
}

const attempt = async ({ options, leaving }: Member, message: Message): Promise<Outcome> => {
  const failed = triesOf(options)
  while (!leaving.signal.aborted) {
    try {
      await options.onMessage(message)
      return 'handled'
    } catch (error) {
      const next = failed(error)
      if ('gaveUp' in next) return next
      await delay(next.again, undefined, { signal: leaving.signal }).catch(() => {})
    }
  }
  return 'left'
}
