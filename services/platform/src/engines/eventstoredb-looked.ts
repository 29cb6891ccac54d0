import { type Position, START } from '@eventstore/db-client'
import { type ChangeSignal, changeSignal } from './embedded/change-signal.ts'
import { silenceMs } from './eventstoredb-away.ts'
import { at } from './eventstoredb-reading.ts'

/** No event of ours stands behind `newest` up to and with `through`; looking goes on at `from`. */
export type Looked = {
  readonly newest: number | null
  readonly from: Position | typeof START
  readonly through: number
}

const nothingLooked: Looked = { newest: null, from: START, through: -1 }
/** An event of ours stands there; of what is behind it nothing is known. */
export const lookedTo = (position: number): Looked => ({ newest: position, from: at(position), through: position })

/** How far a service's log has been looked through by anybody in this process. */
export type Looking = {
  looked(): Looked
  learn(news: Looked): void
  forget(): void
  /** Whether a subscription that is on its way looks through what comes next. */
  isSearching(): boolean
  /** Resolves when more is known, or somebody looks no more. */
  more(): Promise<void>
  follow(after: number | null, onCaughtUp: () => void): Following
}

/** What one subscription finds out, in the order in which the server tells it. */
export type Following = {
  /** Where to begin: not before what another one was told. */
  readonly from: Position | typeof START
  event(position: number): void
  checkpoint(position: Position): void
  /** From here on it is told of what comes, and searches no more. */
  caughtUp(): void
  /** Whoever takes the events stands still, and so will the server. */
  standsStill(standing: boolean): void
  ended(): void
}

type Search = { through: number; standsStill: boolean }
type Shared = {
  readonly searches: Set<Search>
  readonly changed: ChangeSignal
  learn(news: Looked): void
  /** What subscriptions were told themselves: two calls may have been answered by two servers, these were not. */
  told: Looked
}

export const openLooking = (): Looking => {
  let looked = nothingLooked
  const changed = changeSignal()
  const learn = (news: Looked): void => {
    if (news.through <= looked.through) return
    looked = news
    changed.notify()
  }
  const shared: Shared = { searches: new Set(), changed, learn, told: nothingLooked }
  return {
    looked: () => looked,
    learn,
    forget() {
      looked = nothingLooked
      shared.told = nothingLooked
    },
    isSearching: () =>
      [...shared.searches].some(({ through, standsStill }) => !standsStill && through >= looked.through),
    more: changed.next,
    follow: (after, onCaughtUp) => following(shared, after, onCaughtUp),
  }
}

const following = (shared: Shared, after: number | null, onCaughtUp: () => void): Following => {
  const { searches, changed } = shared
  const start = startOf(shared.told, after)
  let { newest } = start
  const search: Search = { through: start.through, standsStill: false }
  const tell = (news: Looked): void => {
    if (searches.has(search)) rest.refresh()
    search.through = news.through
    if (news.through > shared.told.through) shared.told = news
    shared.learn(news)
  }
  const leave = (): void => {
    clearTimeout(rest)
    if (searches.delete(search)) changed.notify()
  }
  // One that is silent for so long has nothing more to search, and its server does not say so.
  const rest = setTimeout(leave, silenceMs.call).unref()
  searches.add(search)
  shared.learn(start)
  return {
    from: start.from,
    event(position) {
      newest = position
      tell(lookedTo(position))
    },
    checkpoint(position) {
      const through = lastBefore(position)
      if (through > search.through) tell({ newest, from: position, through })
    },
    caughtUp() {
      leave()
      onCaughtUp()
    },
    standsStill(standing) {
      search.standsStill = standing
      if (standing && searches.has(search)) changed.notify()
    },
    ended: leave,
  }
}

const startOf = (told: Looked, after: number | null): Looked => {
  const position = after ?? -1
  if (position >= (told.newest ?? -1) && position <= told.through) return told
  return after === null ? nothingLooked : lookedTo(after)
}

/** A checkpoint may lie between two events: then its second part is the smaller one, and what comes next may stand there. */
const lastBefore = ({ commit, prepare }: Position): number => (prepare < commit ? Number(commit) - 1 : Number(commit))
