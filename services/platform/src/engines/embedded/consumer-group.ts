import { setTimeout as delay } from 'node:timers/promises'
import { type ConsumeOptions, type Consumer, EngineAway, type Message } from '../../ports/message-bus.ts'
import { triesOf } from '../tries.ts'
import type { ChangeSignal } from './change-signal.ts'
import type { GroupLog, LoggedMessage, ReplayedMessage } from './group-log.ts'
import { partitionCount } from './partitions.ts'

type Member = {
  readonly options: ConsumeOptions
  readonly leaving: AbortController
  readonly turns: Set<Promise<unknown>>
}
/** How a member got on with a message; `left` when it closed before it was through. */
type Outcome = 'handled' | 'left' | { readonly gaveUp: string }

export type ConsumerGroup = { join(options: ConsumeOptions): Consumer; close(): Promise<void> }

/**
 * The members of one group in this process. Each partition is worked through by one loop, which asks a member for one
 * message after the other; members share the partitions by their numbers. A loop ends with the last member. While
 * nothing that is done could be kept it waits, and goes on with what was not done with.
 */
export const openConsumerGroup = (log: GroupLog, published: ChangeSignal): ConsumerGroup => {
  let members: Member[] = []
  const running = new Set<number>()

  const memberOf = (partition: number): Member | undefined => {
    if (!log.healthy()) throw new EngineAway('nothing that is done could be kept')
    return members[partition % members.length]
  }

  const work = async (partition: number): Promise<void> => {
    let page: LoggedMessage[] = []
    for (let member = memberOf(partition); member; member = memberOf(partition)) {
      const more = published.next()
      const replay = log.nextReplay(partition)
      if (page.length === 0) page = log.page(partition)
      const [next] = page
      if (replay) await turnOf(member, tryAgain(log, member, replay))
      else if (!next) await more
      else if (await turnOf(member, tryNext(log, partition, member, next))) page.shift()
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
  }

  return {
    join(options) {
      const member: Member = { options, leaving: new AbortController(), turns: new Set() }
      members.push(member)
      for (let partition = 0; partition < partitionCount; partition++) {
        if (!running.has(partition)) void start(partition)
      }
      return { close: () => leave(member) }
    },
    close: async () => {
      await Promise.all(members.map(leave))
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

/** @returns whether the group is done with the message */
const tryNext = async (log: GroupLog, partition: number, member: Member, next: LoggedMessage): Promise<boolean> => {
  if (log.hasParked(next.message.key) && (await log.parkBehind(partition, next))) return true
  const outcome = await attempt(member, next.message)
  if (outcome === 'left') return false
  if (outcome === 'handled') await log.handled(partition, next.position)
  else await log.park(partition, next, outcome.gaveUp)
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
