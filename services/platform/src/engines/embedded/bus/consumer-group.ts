import { setTimeout as delay } from 'node:timers/promises'
import { type ConsumeOptions, type Consumer, EngineAway, type Message } from '../../../ports/message-bus.ts'
import { getTries } from '../../tries.ts'
import { changeSignal } from '../events/change-signal.ts'
import type { GroupLog, ReplayedMessage } from './group-log.ts'
import { openGroupProgress } from './group-progress.ts'
import { memberOfKey } from './member-of-key.ts'
import { openMessageWindow } from './message-window.ts'
import { beforeFirst, type Topic, type TopicMessage } from './topic.ts'
import { openTopicCursor } from './topic-cursor.ts'

type Member = {
  readonly options: ConsumeOptions
  readonly leaving: AbortController
  readonly turns: Set<Promise<unknown>>
}
/** Resolves to false where the member left over it. */
type Turn = (member: Member) => Promise<boolean>
/** @returns false: no member has done it, and none will */
type ByMember = (key: string, turn: Turn) => Promise<boolean>
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
  const members = openMembers(log)
  const { byMember, isOpen } = members
  const progress = openGroupProgress(log)
  const ended = Promise.withResolvers<void>()
  const replays = openReplays({ log, before, hasMembers: isOpen, byMember })
  const window = openMessageWindow(
    (taken) => byMember(taken.message.key, (member) => tryNext(log, member, taken, replays.look)),
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
      window.take(messages.filter(({ message }) => members.hear(message)))
      if (window.oldest() === null) progress.passedBy(through, eventCount)
    },
  })

  const end = async (): Promise<void> => {
    replays.look()
    await Promise.all([cursor.close(), window.settled(), replays.ended])
    await progress.keep()
    ended.resolve()
  }
  const leave = async (member: Member): Promise<void> => {
    members.remove(member)
    await (isOpen() ? Promise.allSettled(member.turns) : end())
  }
  const oldestAt = (): number | null => window.oldest()?.publishedAt ?? null

  return {
    join(options) {
      const member: Member = { options, leaving: new AbortController(), turns: new Set() }
      const isFirst = !isOpen()
      members.add(member)
      if (isFirst) replays.begin()
      return { oldestAt, close: () => leave(member) }
    },
    givenBack: replays.look,
    standing: () => ({ openCount: window.openCount(), taken: cursor.taken() }),
    isOpen,
    ended: ended.promise,
  }
}

/** Those of one group, until the last has left. Each key is one member's. */
const openMembers = (log: GroupLog) => {
  let members: readonly Member[] = []
  const noMember = Promise.withResolvers<false>()
  const memberFor = (key: string): Member | undefined => members[memberOfKey(key, members.length)]
  /** @returns false where nothing that is done can be kept any more, or no member is left to do it */
  const canBeKept = async (): Promise<boolean> => log.healthy() || Promise.race([log.back(), noMember.promise])
  const doneBy = async (member: Member, turn: Turn): Promise<boolean> => {
    try {
      return await getTurn(member, turn(member))
    } catch (error) {
      // With a healthy writer this is no message's fault but ours: let it end the process rather than go on unseen.
      if (!(error instanceof EngineAway) && log.healthy()) throw error
      return false
    }
  }
  const byMember: ByMember = async (key, turn) => {
    for (let member = memberFor(key); member && (await canBeKept()); member = memberFor(key))
      if (await doneBy(member, turn)) return true
    return false
  }
  return {
    byMember,
    isOpen: (): boolean => members.length > 0,
    hear: (message: Message): boolean => members.some(concerns(message)),
    add(member: Member): void {
      members = [...members, member]
    },
    remove(member: Member): void {
      members = members.filter((other) => other !== member)
      member.leaving.abort()
      if (members.length === 0) noMember.resolve(false)
    },
  }
}

type Replaying = {
  readonly log: GroupLog
  /** See `openConsumerGroup`. */
  readonly before: Promise<void>
  readonly hasMembers: () => boolean
  readonly byMember: ByMember
}

/** Tries again what was parked and given back, in order, as long as the group has members. */
const openReplays = ({ log, before, hasMembers, byMember }: Replaying) => {
  const wake = changeSignal()
  const ended = Promise.withResolvers<void>()

  const run = async (): Promise<void> => {
    await before
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
const getTurn = async <T>({ turns }: Member, turn: Promise<T>): Promise<T> => {
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
const tryNext = async (log: GroupLog, member: Member, taken: TopicMessage, onBehind: () => void): Promise<boolean> => {
  const { message, position } = taken
  if (!concerns(message)(member)) return true
  const firstParked = log.firstParked(message.key)
  // It comes again: a later message of its key is parked only once it is handled itself.
  if (firstParked !== null && position < firstParked) return true
  if (firstParked !== null && (await log.parkBehind(taken))) {
    // Those before it may have been given back meanwhile.
    onBehind()
    return true
  }
  const outcome = await attempt(member, message)
  if (outcome === 'left') return false
  if (outcome !== 'handled') await log.park(taken, outcome.gaveUp)
  return true
}

/** @returns false when the member left over it */
const tryAgain = async (log: GroupLog, member: Member, replay: ReplayedMessage): Promise<boolean> => {
  const outcome = concerns(replay.message)(member) ? await attempt(member, replay.message) : 'handled'
  if (outcome === 'left') return false
  await (outcome === 'handled' ? log.replayed(replay.id) : log.parkReplayed(replay, outcome.gaveUp))
  return true
}

const attempt = async ({ options, leaving }: Member, message: Message): Promise<Outcome> => {
  const failed = getTries(options)
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
