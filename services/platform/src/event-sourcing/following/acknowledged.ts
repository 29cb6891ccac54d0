import type { StoredAt, TopicEnd } from '../../ports/message-bus.ts'

/** All messages of the events through `position` were acknowledged when the topic had at least this end. */
export type Remembered = { readonly position: number; readonly end: TopicEnd }

/** Oldest first. */
export type History = readonly Remembered[]

/** Fewer than a document of 2 kB, and each step back at most about doubles what is told again. */
const maxRemembered = 16

/** Whether a topic with the end `real` has forgotten something of what it acknowledged. */
export const isShorter = (real: TopicEnd, acknowledged: TopicEnd): boolean =>
  acknowledged.some((end, partition) => (real[partition] ?? 0) < end)

/** The end that a topic had before it stored something at these places: shorter than before if it has forgotten. */
export const lowerEnd = (end: TopicEnd, places: readonly StoredAt[]): TopicEnd =>
  end.map((known, partition) =>
    Math.min(known, ...places.flatMap((place) => (place.partition === partition ? [place.offset] : []))),
  )

/** The end by which a topic that still has these places is known. */
export const raiseEnd = (end: TopicEnd, places: readonly StoredAt[]): TopicEnd => {
  const raised = [...end]
  for (const { partition, offset } of places) {
    for (let missing = raised.length; missing <= partition; missing += 1) raised.push(0)
    raised[partition] = Math.max(raised[partition] ?? 0, offset + 1)
  }
  return raised
}

/** Keeps few moments: many of the last ones, and fewer the longer ago they are. */
export const remember = (history: History, now: Remembered): History => {
  const all = [...history.filter(({ position }) => position < now.position), now]
  if (all.length <= maxRemembered) return all
  const spared = findDispensable(all)
  return all.filter((_, index) => index !== spared)
}

/** The one between two others that are close together, compared with how long ago they are. */
const findDispensable = (all: History): number => {
  const newest = all.at(-1)?.position ?? 0
  let best = { index: 1, worth: Number.POSITIVE_INFINITY }
  for (let index = 1; index < all.length - 1; index += 1) {
    const [before, after] = [all[index - 1], all[index + 1]] as [Remembered, Remembered]
    const worth = (after.position - before.position) / (newest - before.position)
    if (worth < best.worth) best = { index, worth }
  }
  return best.index
}

/** The moments after which a topic with this end has forgotten nothing; the last one is where to begin again. */
export const toIntact = (history: History, real: TopicEnd): History =>
  history.filter(({ end }) => !isShorter(real, end))
