import { writeFileSync } from 'node:fs'
import { dataFormat, openReplay } from '@tuma/platform/engines'
import { personalKeysCollection } from '@tuma/platform/event-sourcing'
import { CannotStart } from '@tuma/platform/runtime'
import { type Base, baseFolder, getBases, getSegments, partName, type Segment } from './object-names.ts'
import { OtherKey, Unreadable } from './seal.ts'
import {
  type BaseList,
  getBaseList,
  getSegment,
  type Objects,
  readKeys,
  requireSealed,
  type ShippedCommit,
} from './shipped-objects.ts'
import { newState } from './shipping-state.ts'
import { readWriterMark } from './writer-mark.ts'

/** What a restore to a moment takes. */
type Plan = { readonly names: readonly string[]; readonly base: Base; readonly segments: readonly Segment[] }
/** `to`: as the setting names the place. `until`: milliseconds since 1970, or Infinity for all that is there. */
export type Wanted = { readonly to: string; readonly until: number }

/** @throws CannotStart where no copy is as old as that moment */
export const planRestore = async ({ place }: Objects, { to, until }: Wanted): Promise<Plan> => {
  const names = await place.list('')
  const bases = getBases(names)
  const base = bases.filter(({ made }) => made <= until).at(-1)
  if (!base && bases[0])
    throw new CannotStart(
      `${to} reaches back to ${iso(Math.min(...bases.map(({ made }) => made)))}: name a later moment.`,
    )
  if (!base) throw new CannotStart(`There is no backup at ${to}.`)
  const later = getSegments(names).filter(({ chain, last }) => chain === base.chain && last > base.number)
  const end = later.findLastIndex(({ earliest }) => earliest <= until) + 1
  return { names, base, segments: later.slice(0, end) }
}

/**
 * Writes the data file as it was at that moment: with every commit up to the last one that was asked for by then.
 * @param path must not exist
 * @returns milliseconds since 1970 up to which the data are there. @throws CannotStart
 */
export const restoreShipped = async (objects: Objects, wanted: Wanted, plan: Plan, path: string): Promise<number> => {
  const { base, names, segments } = plan
  try {
    const list = await getBaseList(objects, base)
    assertFormat(list, wanted)
    await writeBase(objects, base, list, path)
    const replay = openReplay(path)
    try {
      const reached = await replayCommits(objects, wanted, { base, segments }, replay.apply)
      for await (const rows of readKeys(objects, names, base.chain)) replay.addKeys(personalKeysCollection, rows)
      const mark = await readWriterMark(objects)
      replay.noteState(JSON.stringify(newState(wanted.to, mark ? [mark.life] : [])))
      return reached
    } finally {
      replay.close()
    }
  } catch (error) {
    throw toRestoreSentence(error, wanted.to)
  }
}

const writeBase = async (objects: Objects, base: Base, { parts }: BaseList, path: string): Promise<void> => {
  for (let part = 1; part <= parts; part++) {
    const bytes = await requireSealed(objects, partName(baseFolder(base), part))
    writeFileSync(path, bytes, { flag: part === 1 ? 'wx' : 'a', mode: 0o600 })
  }
}

/** A segment may have been shipped twice, the second time with later commits: those that are applied are skipped. */
const replayCommits = async (
  objects: Objects,
  { to, until }: Wanted,
  { base, segments }: Pick<Plan, 'base' | 'segments'>,
  apply: (commit: ShippedCommit) => void,
): Promise<number> => {
  let [number, reached] = [base.number, base.made]
  for (const [place, segment] of segments.entries()) {
    const commits = await getSegment(objects, segment).catch((error) => {
      if (error instanceof Unreadable) throw missing(to, Math.min(reached, segment.earliest - 1))
      throw error
    })
    const isLast = place === segments.length - 1
    const end = isLast ? commits.findLastIndex(({ at }) => at <= until) + 1 : commits.length
    for (const commit of commits.slice(0, end)) {
      if (commit.number <= number) continue
      if (commit.number !== number + 1) throw missing(to, Math.min(reached, segment.earliest - 1))
      apply(commit)
      ;[number, reached] = [commit.number, Math.max(reached, commit.at)]
    }
  }
  return Math.min(reached, Math.max(until, base.made))
}

const missing = (to: string, reached: number) =>
  new CannotStart(
    `Something is missing at ${to} after ${iso(reached)}: it can be restored up to that moment, with --at ${iso(reached)}. Nothing has been changed.`,
  )

const assertFormat = (list: BaseList, { to }: Wanted): void => {
  if (list.dataFormat === dataFormat) return
  const by = list.dataFormat > dataFormat ? 'a newer' : 'an older'
  throw new CannotStart(
    `${to} was written by ${by} version of Tuma. Restore it with that version; nothing has been changed.`,
  )
}

/** For the operator; other errors stay as they are. */
export const toRestoreSentence = (error: unknown, to: string): unknown => {
  if (error instanceof OtherKey)
    return new CannotStart(`${to} was written with another BACKUP_KEY. Nothing has been changed.`, { cause: error })
  if (error instanceof Unreadable)
    return new CannotStart(`${error.message} at ${to} is missing or damaged. Nothing has been changed.`, {
      cause: error,
    })
  return error
}

const iso = (ms: number): string => new Date(ms).toISOString()
