import { setTimeout as delay } from 'node:timers/promises'
import { type ConsumeOptions, type Consumer, EngineAway, type Message } from '../../ports/message-bus.ts'
import { triesOf } from '../tries.ts'
import { changeSignal } from './change-signal.ts'
import type { GroupLog, ReplayedMessage } from './group-log.ts'
import { openGroupProgress } from './group-progress.ts'
import { memberOfKey } from './member-of-key.ts'
import { openMessageWindow } from './message-window.ts'
import { beforeFirst, type Topic } from './topic.ts'
import { openTopicCursor } from './topic-cursor.ts'

type Member = {
  readonly options: ConsumeOptions
  readonly leaving: AbortController
  readonly turns: Set<Promise<unknown>>
}
/** How a member got on with a message; `left` when it closed before it was through. */
type Outcome = 'handled' | 'left' | { readonly gaveUp: string }

export type ConsumerGroup = {
  join(options: ConsumeOptions): Consumer
  /** Something that was parked is to be tried again. */
  givenBack(): void
  /** How many messages it has taken and not handled, and the position up to which it has taken; null before it has begun. */
  standing(): { readonly openCount: number; readonly taken: number | null }
  /** False once its last member has left: the next one opens it again. */
  isOpen(): boolean
  /** Resolves when its last member has left and what it has done is kept. */
  readonly ended: Promise<void>
}

/**
 * The members of one group in this process, from the first that joins until the last has left. Messages of different keys are
 * handled side by side; members share the keys. The group keeps one position: all before it is handled. While nothing that
 * is done could be kept it waits, and goes on with what was not done.
 * @param before the same group was open before: resolves when its position is kept
 */
export const openConsumerGroup = (log: GroupLog, topic: Topic, before: Promise<void>): ConsumerGroup => {
  let members: readonly Member[] = []
  const progress = openGroupProgress(log)
  const ended = Promise.withResolvers<void>()
  const noMember = Promise.withResolvers<false>()

  const memberFor = (key: string): Member | undefined => members[memberOfKey(key, members.length)]
  /**
   * @param turn resolves to false where the member left over it
   * @returns false: nobody has done it and nobody will
   */
  const byMember = async (key: string, turn: (member: Member) => Promise<boolean>): Promise<boolean> => {
    for (let member = memberFor(key); member; member = memberFor(key)) {
      try {
        if (log.healthy()) {
          if (await turnOf(member, turn(member))) return true
        } else if (!(await Promise.race([log.back(), noMember.promise]))) return false
      } catch (error) {
        // With a healthy writer this is no message's fault but ours: let it end the process rather than stand still unseen.
        if (!(error instanceof EngineAway) && log.healthy()) throw error
      }
    }
    return false
  }
  const isOpen = () => members.length > 0
  const replays = openReplays(log, isOpen, byMember)
  const window = openMessageWindow(
    ({ message }) => byMember(message.key, (member) => tryNext(log, member, message, replays.look)),
    () => {
      const handled = window.oldest() === null ? cursor.taken() : window.passed()
      if (handled !== null) progress.handled(handled)
      cursor.look()
    },
  )
  const cursor = openTopicCursor(topic, {
    async startAfter(through) {
      await before
      const kept = log.position()
      // In a store that was taken back to an earlier time everything is heard again.
      const position = kept > through && kept > ((await topic.head()) ?? kept) ? beforeFirst : kept
      progress.startAt(position)
      return position
    },
    hasRoom: window.hasRoom,
    take(messages, { through, eventCount }) {
      window.take(messages.filter(({ message }) => members.some(concerns(message))))
      if (window.oldest() === null) progress.passedBy(through, eventCount)
    },
  })

  const end = async (): Promise<void> => {
    noMember.resolve(false)
    replays.look()
    await Promise.all([cursor.close(), window.settled(), replays.ended])
    await progress.keep()
    ended.resolve()
  }
  const leave = async (member: Member): Promise<void> => {
    members = members.filter((other) => other !== member)
    member.leaving.abort()
    await (members.length === 0 ? end() : Promise.allSettled(member.turns))
  }
  const oldestAt = (): number | null => window.oldest()?.publishedAt ?? null

  return {
    join(options) {
      const member: Member = { options, leaving: new AbortController(), turns: new Set() }
      members = [...members, member]
      if (members.length === 1) replays.begin()
      return { oldestAt, close: () => leave(member) }
    },
    givenBack: replays.look,
    standing: () => ({ openCount: window.openCount(), taken: cursor.taken() }),
    isOpen,
    ended: ended.promise,
  }
}

type ByMember = (key: string, turn: (member: Member) => Promise<boolean>) => Promise<boolean>

/** Tries again what was parked and given back, in order, as long as the group has members. */
const openReplays = (log: GroupLog, hasMembers: () => boolean, byMember: ByMember) => {
  const wake = changeSignal()
  const ended = Promise.withResolvers<void>()

  const run = async (): Promise<void> => {
    for (let goesOn = hasMembers(); goesOn; goesOn &&= hasMembers()) {
      const more = wake.next()
      const replay = log.nextReplay()
      if (replay) goesOn = await byMember(replay.message.key, (member) => tryAgain(log, member, replay))
      else await more
    }
    ended.resolve()
  }
  return {
    begin: (): void => void run(),
    look: wake.notify,
    ended: ended.promise,
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

const concerns =
  ({ type }: Message) =>
  ({ options: { types } }: Member): boolean =>
    types?.has(type) ?? true

/** @returns whether the group is done with the message */
const tryNext = async (log: GroupLog, member: Member, message: Message, onBehind: () => void): Promise<boolean> => {
  if (!concerns(message)(member)) return true
  if (log.hasParked(message.key) && (await log.parkBehind(message))) {
    // Those before it may have been given back meanwhile.
    onBehind()
    return true
  }
  const outcome = await attempt(member, message)
  if (outcome === 'left') return false
  if (outcome !== 'handled') await log.park(message, outcome.gaveUp)
  return true
}

/** @returns false when the member left over it */
const tryAgain = async (log: GroupLog, member: Member, replay: ReplayedMessage): Promise<boolean> => {
  const outcome = await attempt(member, replay.message)
  if (outcome === 'left') return false
  await (outcome === 'handled' ? log.replayed(replay.id) : log.parkReplayed(replay, outcome.gaveUp))
  return true
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
