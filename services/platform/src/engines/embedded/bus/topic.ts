import type { Message, ServedPage, ServedTopic, TopicSource } from '../../../ports/message-bus.ts'

/** The position before the first event. */
export const beforeFirst = -1

/** `publishedAt` in milliseconds since 1970. */
export type TopicMessage = { readonly position: number; readonly message: Message; readonly publishedAt: number }
export type TopicPage = Omit<ServedPage, 'messages'> & { readonly messages: readonly TopicMessage[] }

/** A consumer of the topic's pages. Neither call may wait, because the reader works for all followers. */
export type TopicFollower = {
  /**
   * The reader hands over the events up to `page.through`: all after `after`, and some before it when several read the
   * topic.
   */
  offer(page: TopicPage, after: number): void
  /** The topic may be open now. */
  look(): void
}

export type Topic = {
  serve(source: TopicSource): ServedTopic
  /** @returns a function that leaves the topic */
  join(follower: TopicFollower): () => void
  /** Position up to which the reader has handed over everything; null while the topic is not served. */
  through(): number | null
  /**
   * Position of the newest event, `beforeFirst` when the store is empty; null while the topic is not served. @throws
   * EngineAway
   */
  head(): Promise<number | null>
  /** See `TopicSource`. */
  read(after: number, maxEvents: number): Promise<TopicPage | null>
}

/** An event carries the time of its command: from an offline phone that can be hours ago. */
const maxDelayMs = 5000

/**
 * The messages of one topic. The topic's service has one reader, which decodes each event once for all followers; a
 * follower that is behind the reader reads alone.
 */
export const openTopic = (now: () => number): Topic => {
  const sources = new Set<TopicSource>()
  const followers = new Set<TopicFollower>()
  let through: number | null = null
  /** What the store held when the topic was opened; later events are not older than `at`. */
  let opened = { through: beforeFirst, at: 0 }

  const source = (): TopicSource | undefined => [...sources].at(-1)
  const told = (): void => {
    for (const follower of followers) follower.look()
  }
  const newest = async (of: TopicSource): Promise<number> => (await of.head()) ?? beforeFirst

  const startAfter = async (of: TopicSource): Promise<number | null> => {
    if (through === null) {
      const head = await newest(of)
      if (through === null && sources.has(of)) {
        opened = { through: head, at: now() }
        through = head
        told()
      }
    }
    return through === beforeFirst ? null : through
  }
  /** The age of a late event counts from its arrival. */
  const publishedAt = (recordedAt: number): number => (recordedAt < now() - maxDelayMs ? now() : atMostNow(recordedAt))
  const atMostNow = (time: number): number => Math.min(time, now())
  const readAt = (position: number, recordedAt: number): number =>
    atMostNow(position > opened.through ? Math.max(recordedAt, opened.at) : recordedAt)

  const take = ({ messages, ...page }: ServedPage): void => {
    const before = through
    if (before === null || page.through <= before) return
    through = page.through
    const published = messages.map(({ message, position, recordedAt }) => {
      return { message, position, publishedAt: publishedAt(recordedAt) }
    })
    for (const follower of followers) follower.offer({ ...page, messages: published }, before)
  }

  return {
    serve(of) {
      sources.add(of)
      return {
        startAfter: () => startAfter(of),
        take: (page) => void (sources.has(of) && take(page)),
        async close() {
          sources.delete(of)
          if (sources.size === 0) through = null
        },
      }
    },
    join(follower) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    through: () => through,
    async head() {
      const of = source()
      return of ? newest(of) : null
    },
    async read(after, maxEvents) {
      const page = await source()?.read(after === beforeFirst ? null : after, maxEvents)
      if (!page) return null
      const messages = page.messages.map(({ message, position, recordedAt }) => {
        return { message, position, publishedAt: readAt(position, recordedAt) }
      })
      return { ...page, messages }
    },
  }
}
