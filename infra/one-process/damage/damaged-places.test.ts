import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Folders, openFolders } from './folders.ts'
import { choosePlaces, type Place } from './places.ts'
import { placeInRow } from './row-places.ts'
import { damageAgain, tryPlace } from './verdicts.ts'

/**
 * One byte of a data folder changes, as on a bad disk: the start is refused, or the damage is named or healed, or the
 * byte was in no use. DAMAGED_PLACES=100 DAMAGE_SEED=20261129 repeats a run with that many places, and damages each list
 * that was healed once more.
 */
const seed = Number(process.env.DAMAGE_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
const isLong = process.env.DAMAGED_PLACES !== undefined
const count = Number(process.env.DAMAGED_PLACES ?? 7)
/** An examination rests most of its time, so that several places are tried at once. */
const lanes = 4
const timeout = 3 * 60 * 60_000

/** Mulberry32. */
const randomFrom = (start: number) => {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let folders: Folders
beforeAll(async () => {
  folders = await openFolders()
}, timeout)
afterAll(() => folders?.close())

type Chosen = { readonly place: Place; readonly by: number; readonly again: number }

/** @returns a line for the report */
const tryOne = async ({ place, by, again }: Chosen, lane: number): Promise<string> => {
  const { verdict, what, folder } = await tryPlace(folders, place, by, lane)
  if (verdict !== 'healed' || !isLong) return `${verdict} ${what}`
  return `${verdict} ${what}; ${await damageAgain(folder, what, randomFrom(again))}`
}

test('a byte that changes anywhere in the data is refused, named, healed or in no use', { timeout }, async () => {
  const random = randomFrom(seed)
  const places = choosePlaces(folders.file, folders.log, count, random)
  console.log(`seed ${seed}: ${places.length} places`)
  const waiting = places.map((place) => ({ place, by: 1 + Math.floor(random() * 255), again: random() * 2 ** 32 }))
  const wrong: string[] = []
  const inLane = async (lane: number): Promise<void> => {
    for (let chosen = waiting.shift(); chosen; chosen = waiting.shift()) {
      const { place, by } = chosen
      const where = `${place.kind} page ${place.page} byte ${place.at} xor ${by}`
      const line = await tryOne(chosen, lane).catch((error: Error) => `WRONG ${error.message} ${error.cause ?? ''}`)
      console.log(`${where}: ${line}`)
      if (line.startsWith('WRONG')) wrong.push(`${where}: ${line}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => inLane(lane)))
  expect(wrong).toEqual([])
})

test.each([
  { service: 'revenue', collection: 'entries-v2' },
  { service: 'delivery', collection: 'deliveries-v11' },
])(
  '$collection heals once a day: damaged again on the same day it is named and stays, and the next day it heals',
  {
    timeout,
  },
  async (list) => {
    const random = randomFrom(seed)
    const { page, at } = placeInRow(folders.file, list, random)
    const { verdict, what, folder } = await tryPlace(folders, { kind: 'leaf', page, at }, 1, 0)
    expect([verdict, what]).toEqual([
      'healed',
      expect.stringContaining(`${list.collection} of ${list.service} is damaged: it was filled again`),
    ])
    console.log(await damageAgain(folder, what, random))
  },
)
