import { BACKWARDS, END, type EventStoreDBClient, type Position } from '@eventstore/db-client'
import { Silence, silenceMs, within } from './eventstoredb-away.ts'
import { type Following, lookedTo, openLooking } from './eventstoredb-looked.ts'
import { collected, positionOf, readOwn } from './eventstoredb-reading.ts'

/** A service's newest event. Nothing is looked through twice: neither by who asks again, nor by who follows. */
export type Newest = {
  /** Position of the newest event that stood in the store at the call, null when there is none. */
  find(): Promise<number | null>
  /** An event of ours stands there. */
  seen(position: number): void
  /** For a subscription behind `after`. */
  follow(after: number | null): Following
  close(): void
}

/** Where more than these are ours, or nobody knows, the newest is found from the end of the log backwards. */
const fewEvents = 10
const newestFirst = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const
/** A server may be behind for a moment after another one was asked; for longer than that it is another log. */
const behindMostMs = 1000

/**
 * The end of the log costs the server nothing; a search for our own costs half a second a million of others' events.
 * Such a search is a subscription's own where one is under way (who asks waits for what it tells), else it is begun
 * here, once for all who ask, and goes on when they have lost patience.
 */
export const openNewest = (client: EventStoreDBClient, prefix: string): Newest => {
  const looking = openLooking()
  let search: Promise<void> | null = null
  let behindSince: number | null = null
  let closed = false

  const searchBehind = async (end: Position): Promise<void> => {
    const { newest, from, through: before } = looking.looked()
    const isFirst = before < 0
    const few = isFirst ? [] : await readPatiently(client, prefix, { fromPosition: from, maxCount: fewEvents + 1 })
    const isMany = isFirst || few.length > fewEvents
    const last = (isMany ? await readPatiently(client, prefix, newestFirst) : few).at(-1)
    const found = last ? Number(positionOf(last).commit) : newest
    const through = Number(end.commit)
    looking.learn(found !== null && found > through ? lookedTo(found) : { newest: found, from: end, through })
  }

  const lookOn = async (end: Position): Promise<void> => {
    if (closed) throw new Silence('it is closed')
    const more = looking.more()
    if (looking.isSearching()) return more
    search ??= searchBehind(end).finally(() => {
      search = null
    })
    await search
  }

  const find = async (): Promise<number | null> => {
    const before = looking.looked().through
    const end = await endOf(client)
    const through = end ? Number(end.commit) : -1
    behindSince = through < before ? (behindSince ?? performance.now()) : null
    if (behindSince !== null && performance.now() - behindSince > behindMostMs) looking.forget()
    while (end && looking.looked().through < through) await lookOn(end)
    return looking.looked().newest
  }

  return {
    find: () => within(silenceMs.search, find()),
    seen: (position) => looking.learn(lookedTo(position)),
    // Its last checkpoint lies up to a search window back: nobody who asks shall find that left to do.
    follow: (after) => looking.follow(after, () => void find().catch(() => {})),
    close() {
      closed = true
    },
  }
}

const readPatiently = (client: EventStoreDBClient, prefix: string, options: Parameters<typeof readOwn>[2]) =>
  readOwn(client, prefix, options, silenceMs.wholeSearch)

const endOf = async (client: EventStoreDBClient): Promise<Position | null> => {
  const [last] = await collected(client.readAll(newestFirst), silenceMs.call)
  return last ? positionOf(last) : null
}
