import { setTimeout as delay } from 'node:timers/promises'
import { type ConsumeOptions, type Consumer, EngineAway, type Message } from '../../ports/message-bus.ts'
import { triesOf } from '../tries.ts'
import type { PartitionSignals } from './change-signal.ts'
import type { GroupLog, LoggedMessage, ReplayedMessage } from './group-log.ts'
import { type GroupProgress, openGroupProgress } from './group-progress.ts'
import { partitionCount } from './partitions.ts'

type Member = {
  readonly options: ConsumeOptions
  readonly leaving: AbortController
  readonly turns: Set<Promise<unknown>>
}
/** What a partition's loop works on, and what of that the group has handled. */
type Page = { readonly page: readonly LoggedMessage[]; readonly done: Set<LoggedMessage> }
/** How a member got on with a message; `left` when it closed before it was through. */
type Outcome = 'handled' | 'left' | { readonly gaveUp: string }

const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)

export type ConsumerGroup = {
  join(options: ConsumeOptions): Consumer
  /** Something that was parked is to be tried again. */
  givenBack(): void
  /** How many messages it has still to handle. */
  lag(): number
  /** See `Consumer`. */
  oldestAt(): number | null
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
  const pages = openPages(log, progress)
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
    const taken = pages.begin(partition, page)
    const fault = await turnOf(member, takePage(log, partition, member, taken))
    progress.pass(partition, page, taken.done, concerns(member))
    pages.end(partition)
    if (fault !== undefined) throw fault
    return true
  }

  const work = async (partition: number): Promise<void> => {
    for (let member = memberOf(partition); member; member = memberOf(partition)) {
      const more = published.next(partition)
      if (!(await step(partition, member))) await pages.idleUntil(partition, more)
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
    oldestAt: pages.oldestAt,
    join(options) {
      const member: Member = { options, leaving: new AbortController(), turns: new Set() }
      members.push(member)
      for (const partition of partitions) if (!running.has(partition)) void start(partition)
      return { oldestAt: pages.oldestAt, close: () => leave(member) }
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

/** What the loops of a group work on. */
const openPages = (log: GroupLog, progress: Pick<GroupProgress, 'through'>) => {
  /** Partitions whose loop found nothing to do and waits for the next message. */
  const idle = new Set<number>()
  const inHand = new Map<number, Page>()
  const oldestIn = (partition: number): number | null => {
    if (idle.has(partition)) return null
    const { page, done } = inHand.get(partition) ?? { page: [], done: new Set() }
    const open = page.find((one) => !done.has(one))
    return open?.publishedAt ?? log.publishedAfter(partition, page.at(-1)?.position ?? progress.through(partition))
  }
  return {
    begin(partition: number, page: Page['page']): Page {
      const taken = { page, done: new Set<LoggedMessage>() }
      inHand.set(partition, taken)
      return taken
    },
    end: (partition: number): void => void inHand.delete(partition),
    async idleUntil(partition: number, more: Promise<void>): Promise<void> {
      idle.add(partition)
      await more
      idle.delete(partition)
    },
    /** See `Consumer`. */
    oldestAt: (): number | null =>
      partitions.map(oldestIn).reduce((one, other) => (one === null || (other !== null && other < one) ? other : one)),
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
 * Keys side by side, each in its order. Adds to `done` what the group has handled.
 * @returns what went wrong with keeping that, only when no key of the page is worked on any more
 */
const takePage = async (log: GroupLog, partition: number, member: Member, { page, done }: Page): Promise<unknown> => {
  const inOrder = async (ofKey: readonly LoggedMessage[]): Promise<void> => {
    for (const next of ofKey) {
      if (!(await tryNext(log, partition, member, next.message))) return
      done.add(next)
    }
  }
  const keys = Map.groupBy(page, ({ message }) => message.key).values()
  const outcomes = await Promise.allSettled(keys.map(inOrder))
  return outcomes.find((outcome) => outcome.status === 'rejected')?.reason
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
