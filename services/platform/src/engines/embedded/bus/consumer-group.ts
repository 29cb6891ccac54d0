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
  readonly running: Set<Promise<unknown>>
}
/** Resolves to false when the member left before the end. */
type MemberTask = (member: Member) => Promise<boolean>
/** @returns false: no member has handled it, and none will */
type ByMember = (key: string, task: MemberTask) => Promise<boolean>
/** The result of a member's attempt; `left` when it closed before the end. */
type Outcome = 'handled' | 'left' | { readonly gaveUp: string }

export type ConsumerGroup = {
  join(options: ConsumeOptions): Consumer
  /** A parked message has been released for another attempt. */
  givenBack(): void
  /**
   * The number of messages taken and not handled, and the position up to which it has taken; null before it has begun.
   */
  getProgress(): { readonly openCount: number; readonly taken: number | null }
  /** False once its last member has left: the next one opens it again. */
  isOpen(): boolean
  /** Resolves when its last member has left and its progress is stored. */
  readonly ended: Promise<void>
}

/**
 * The members of one group in this process, from the first that joins until the last has left. Messages of different
 * keys are handled side by side; members share the keys. The group stores one position: all before it is handled. While
 * progress cannot be stored the group waits, and then continues with the messages that were not handled.
 * @param before resolves when the position of the group's previous opening is stored
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
      // In a store that was restored to an earlier time, all messages come again.
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
    await (isOpen() ? Promise.allSettled(member.running) : end())
  }
  const oldestAt = (): number | null => window.oldest()?.publishedAt ?? null

  return {
    join(options) {
      const member: Member = { options, leaving: new AbortController(), running: new Set() }
      const isFirst = !isOpen()
      members.add(member)
      if (isFirst) replays.begin()
      return { oldestAt, close: () => leave(member) }
    },
    givenBack: replays.look,
    getProgress: () => ({ openCount: window.openCount(), taken: cursor.taken() }),
    isOpen,
    ended: ended.promise,
  }
}

/** The members of one group, until the last has left. Each key belongs to one member. */
const openMembers = (log: GroupLog) => {
  let members: readonly Member[] = []
  const noMember = Promise.withResolvers<false>()
  const memberFor = (key: string): Member | undefined => members[memberOfKey(key, members.length)]
  /** @returns false when progress can no longer be stored, or no member is left */
  const canBeKept = async (): Promise<boolean> => log.healthy() || Promise.race([log.back(), noMember.promise])
  const doneBy = async (member: Member, task: MemberTask): Promise<boolean> => {
    try {
      return await track(member, task(member))
    } catch (error) {
      // With a healthy writer this is a fault in our code and not of a message: it must end the process and not be
      // hidden.
      if (!(error instanceof EngineAway) && log.healthy()) throw error
      return false
    }
  }
  const byMember: ByMember = async (key, task) => {
    for (let member = memberFor(key); member && (await canBeKept()); member = memberFor(key))
      if (await doneBy(member, task)) return true
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

/** Retries parked messages that were released, in order, while the group has members. */
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

/** Stored with the member while it runs, so that the member's closing can wait for it. */
const track = async <T>({ running }: Member, task: Promise<T>): Promise<T> => {
  running.add(task)
  try {
    return await task
  } finally {
    running.delete(task)
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
  // The message comes again: a later message of its key is parked only after this one was handled.
  if (firstParked !== null && position < firstParked) return true
  if (firstParked !== null && (await log.parkBehind(taken))) {
    // The parked messages before it may have been released during this.
    onBehind()
    return true
  }
  const outcome = await attempt(member, message)
  if (outcome === 'left') return false
  if (outcome !== 'handled') await log.park(taken, outcome.gaveUp)
  return true
}

/** @returns false when the member left before the end */
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
