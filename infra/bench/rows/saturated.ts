import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { openEventRows } from '@tuma/platform/engines'
import { startControl } from '../controls/running-control.ts'
import { type Installation, openInstallation, postDoorstep } from '../installation.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { atOnce, repeatWhileBusy, upTo } from '../measuring/http-client.ts'
import { askLags } from '../measuring/metrics.ts'
import type { Figures } from '../results.ts'
import { keptByControl } from './posting.ts'

const seconds = 60
const lookEveryMs = 500

/**
 * How far each follower of a store is behind, in seconds, by its checkpoint: read from the data file beside the
 * product, because the product reports groups only.
 */
const openFollowers = (folder: string) => {
  const reader = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  const checkpoints = reader.prepare(
    `select service, name, position from checkpoints
     where name like 'view-%' and name not like '%-filled'`,
  )
  const oldest = reader.prepare('select * from events where service = ? and position > ? order by position limit 1')
  const buildMetadata = (row: Record<string, unknown>) =>
    openEventRows(String(row.service), reader).toEvent(row).metadata as { readonly at: string }
  return {
    lags: (): [string, number][] =>
      checkpoints.all().map(({ service, name, position }) => {
        const row = oldest.get(service as string, position as number)
        const at = row ? Date.parse(buildMetadata(row).at) : Date.now()
        return [`${service} ${name}`, Math.max(0, (Date.now() - at) / 1000)]
      }),
    close: () => reader.close(),
  }
}

/** The highest lag of each while `isOver` was false. */
const watched = async ({ folder, product, token }: Installation, isOver: () => boolean) => {
  const followers = openFollowers(folder)
  const max = new Map<string, number>()
  const note = (name: string, behind: number) => max.set(name, Math.max(max.get(name) ?? 0, behind))
  while (!isOver()) {
    for (const [name, behind] of followers.lags()) note(name, behind)
    for (const { topic, group, seconds: behind } of await askLags(product.url, token))
      note(`group ${topic} ${group}`, behind)
    await pause(lookEveryMs)
  }
  followers.close()
  return max
}

/** The effects of each request in other services: it is counted, and an SMS is composed for both people. */
const consequences = { DeliveryCounted: 1, MessageComposed: 2 } as const

/** Waits until the data file has all of these effects. Sending the SMS is measured in another row. */
const untilAllFollowed = async (folder: string, requests: number): Promise<void> => {
  const reader = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  const counted = reader.prepare('select count(*) as events from events where type = ?')
  for (const [type, each] of Object.entries(consequences))
    while (Number(counted.get(type)?.events) < requests * each) await pause(50)
  reader.close()
}

const underLoad = async (people: number) => {
  const installation = await openInstallation()
  try {
    let [taken, busy, over] = [0, 0, false]
    const watching = watched(installation, () => over)
    const began = performance.now()
    await atOnce(people, upTo(people), async () => {
      while (performance.now() < began + seconds * 1000) {
        const asked = await repeatWhileBusy(() => postDoorstep(installation))
        taken += 1
        busy += asked.busy
      }
    })
    over = true
    const answered = performance.now()
    await untilAllFollowed(installation.folder, taken)
    const ended = performance.now()
    const max = await watching
    return { taken, busy, max, perSecond: (taken * 1000) / (ended - began), quietAfterS: (ended - answered) / 1000 }
  } finally {
    await installation.close()
  }
}

const controlRate = async (people: number, rounds: number): Promise<number> => {
  const control = await startControl()
  const rates: number[] = []
  await keptByControl(control, people, 2000)()
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const count = await keptByControl(control, people, 6000)()
    rates.push((count * 1000) / (performance.now() - began))
  }
  await control.close()
  return computeMedian(rates)
}

/**
 * Rows 4 and 7: as many parcels as 16 and 64 people can send in a minute. The sustained rate divides the parcels taken
 * by the time until all of their effects are complete.
 */
export const saturated = async (rounds: number): Promise<Figures> => {
  const [control16, control64] = [await controlRate(16, rounds), await controlRate(64, rounds)]
  const [at16, at64] = [await underLoad(16), await underLoad(64)]
  const furthest = ({ max }: typeof at16, groups: boolean): number =>
    Math.max(...[...max].flatMap(([name, behind]) => (name.startsWith('group ') === groups ? [behind] : [])))
  const shares = [at16.perSecond / control16, at64.perSecond / control64]
  const each = (figure: (of: typeof at16) => number) => `${ms(figure(at16))}, ${ms(figure(at64))}`
  const shownLag = `groups ${each((of) => furthest(of, true))} s, projectors ${each((of) => furthest(of, false))} s`
  return {
    4: {
      shown: `${shares.map((share) => share.toFixed(3)).join(', ')} (${each(({ perSecond }) => perSecond)}/s)`,
      figures: { at16: at16.perSecond, at64: at64.perSecond, control16, control64, busyAt64: at64.busy },
    },
    7: {
      shown: `${shownLag}; ${each(({ quietAfterS }) => quietAfterS)} s`,
      figures: {
        ...Object.fromEntries([...at16.max].map(([name, behind]) => [`16: ${name}, s`, behind])),
        ...Object.fromEntries([...at64.max].map(([name, behind]) => [`64: ${name}, s`, behind])),
        quietAfterS16: at16.quietAfterS,
        quietAfterS64: at64.quietAfterS,
      },
    },
  }
}
