import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Engines } from '../../ports/engines.ts'
import {
  type Added,
  add,
  changeFile,
  close,
  jarsFolder,
  open,
  restart,
  type Sum,
  setUpJars,
  sumView,
  tablesOf,
  usualEngines,
} from '../jar-fixture.ts'
import type { Streams } from '../streams.ts'

setUpJars()

const jars = sumView('jars-v1')
const names = ['jar-1', 'jar-2', 'jar-3'] as const
/** Their rows are written while the row of another jar is damaged. */
const sound = ['jar-2', 'jar-3'] as const
const beside = 'jars-v1-beside'

/** The two ways in which a group's rows reach the file. MongoDB fills nothing again, so its documents never change places. */
const ways = [
  { way: 'in the commit of their events', withInline: true },
  { way: 'after their events, as beside EventStoreDB', withInline: false },
] as const

/** What the file holds at this moment: how many events each jar's row shows, and how many there are up to the checkpoint. */
const readFileNow = () => {
  const file = new DatabaseSync(join(jarsFolder(), 'tuma.db'), { readOnly: true })
  const [stored, checkpoint] = [
    file.prepare(`select stored from collections where service = 'jar' and name = 'jars-v1'`).get()?.stored,
    file.prepare(`select position from checkpoints where service = 'jar' and name = 'view-jars-v1'`).get()?.position,
  ]
  const rows = file.prepare(`select _id, sum from "jar/${stored}" order by _id`).all()
  const events = file.prepare(
    `select stream, count(*) as events from events where service = 'jar' and position <= ? group by stream order by stream`,
  )
  const toCheckpoint = events.all(Number(checkpoint))
  file.close()
  return {
    position: Number(checkpoint),
    shown: rows.map(({ _id, sum }) => `${_id} ${sum}`),
    toCheckpoint: toCheckpoint.map(({ stream, events }) => `${stream} ${events}`),
  }
}

type Moments = {
  readonly caughtUp: () => Promise<void>
  readonly before: () => void
  readonly exchanging: () => Promise<void>
}

/** Calls `caughtUp` when new rows are written, and the others before the tables change places and while they do. */
const enginesWith = (moments: Moments, withInline: boolean): Engines => {
  const usual = usualEngines()
  const documents: Engines['documents'] = {
    ...usual.documents,
    async write(writes, checkpoints) {
      const taken = await usual.documents.write(writes, checkpoints)
      if (writes.some(({ collection }) => collection === beside)) await moments.caughtUp()
      return taken
    },
    async exchange(collection, checkpoints) {
      moments.before()
      const done = usual.documents.exchange?.(collection, checkpoints)
      await moments.exchanging()
      await done
    },
  }
  return {
    ...usual,
    documents,
    inline: withInline && usual.inline ? { ...usual.inline, documents } : undefined,
  } as Engines
}

const damageRow = () => {
  const [table] = tablesOf('jars-v1')
  changeFile(`update "${table}" set _document = replace(_document, '[', '{') where _id = 'jar-1'`)
}
const sums = async (streams: Streams<Added>) =>
  (await (await streams.readModel<Sum>(jars)).find({ limit: 9 })).documents.map(({ sum }) => sum)

/** As many turns as an append needs from its call to its commit. */
const moments = 12

/** Adds to jars, and does not wait for it. */
const openAdding = (streams: () => Streams<Added>) => {
  const underWay: Promise<unknown>[] = []
  const added = new Map<string, number>()
  return {
    /** The largest first, as the list has them. */
    sums: () => [...added.values()].sort((one, other) => other - one),
    begin(some: readonly string[]): void {
      for (const name of some) {
        added.set(name, (added.get(name) ?? 0) + 1)
        underWay.push(add(streams(), 1, name))
      }
    },
    over: () => Promise.all(underWay.splice(0)),
  }
}
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

test.each(ways)(
  'events written $way are in the rows up to the checkpoint, whenever they come beside an exchange',
  async ({ withInline }) => {
    let moment = 0
    let isFilling = false
    const before: number[] = []
    const seen: ReturnType<typeof readFileNow>[] = []
    const adding = openAdding(() => streams)
    const engines = enginesWith(
      {
        async caughtUp() {
          if (!isFilling) return
          isFilling = false
          adding.begin(sound)
          await turns(moment)
        },
        before: () => void before.push(readFileNow().position),
        async exchanging() {
          adding.begin(names)
          await turns(2 * moments)
          seen.push(readFileNow())
        },
      },
      withInline,
    )
    const now = () => `2026-12-${String(moment + 1).padStart(2, '0')}T06:00:00.000Z`
    const streams: Streams<Added> = await open([jars], { engines, now })
    const shownAll = () => expect.poll(() => sums(streams)).toEqual(adding.sums())
    adding.begin(names)
    for (; moment < moments; moment += 1) {
      await adding.over()
      await shownAll()
      await expect.poll(() => tablesOf('jars-v1')).toHaveLength(1)
      damageRow()
      isFilling = true
      // Each read tells the damage again: what is told while a repair ends is not heard.
      await expect.poll(() => sums(streams).then(() => seen.length)).toBe(moment + 1)
      await expect.poll(() => streams.damagedCollections()).toEqual([])
    }
    for (const { shown, toCheckpoint } of seen) expect(shown).toEqual(toCheckpoint)
    // No list shows less than a moment ago.
    expect(seen.filter(({ position }, at) => position < (before[at] ?? 0))).toEqual([])
    await adding.over()
    await shownAll()
    await close(streams)
    await restart()
    const again = await open([jars])
    await expect.poll(() => sums(again)).toEqual(adding.sums())
  },
)
