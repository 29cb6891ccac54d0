import { type BackupLog, erasedIn } from '@tuma/platform/engines'
import { openCourse } from './course.ts'
import { eraseFromOthers, renewKeys, shipErased } from './erased-keys.ts'
import { nextChain, shipBase } from './ship-base.ts'
import { openCommitShipping } from './ship-commits.ts'
import type { Objects } from './shipped-objects.ts'
import { openUpkeep } from './upkeep.ts'
import { openWriterMark } from './writer-mark.ts'

export type ShippingParts = {
  readonly log: BackupLog
  readonly objects: Objects
  /** The place, as the setting names it. */
  readonly to: string
  /** The data folder and its secret key. */
  readonly folder: string
  readonly key: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export type Shipment = {
  /**
   * Ships what waits, and does what is due: copies, keys without those of erased people, removal of what is old.
   * @throws PlaceTrouble; then it can be called again
   */
  ship(): Promise<void>
  /** When the oldest commit that waits was asked for, in milliseconds since 1970; null when none waits. */
  waitsSince(): number | null
}

export const openShipment = (parts: ShippingParts): Shipment => {
  const { log, objects, folder } = parts
  const mark = openWriterMark(objects)
  const course = openCourse(log, parts.to)
  const commits = openCommitShipping(parts, course)
  const upkeep = openUpkeep(parts, course, commits.shipWaiting)
  let hasShipped = false

  /** The copy is followed by commits, so that a restore can end at each of them. */
  const beginWithCopy = async (): Promise<void> => {
    const { state } = course
    const isNew = state.chain === null || state.log !== log.id()
    const chain = isNew ? await nextChain(objects) : String(state.chain)
    const generation = isNew ? 1 : state.keys + 1
    const erased = await shipErased(objects, await erasedIn(folder))
    const base = await shipBase(parts, chain)
    await renewKeys(objects, log, { chain, generation })
    await eraseFromOthers(objects, chain, erased)
    await mark.begin(chain)
    await course.note({
      ...{ ...state, chain, log: log.id(), keys: generation, erased: null },
      ...{ shipped: base.number, copied: base.made },
    })
  }

  return {
    waitsSince: () => log.waiting(course.state.shipped, 0)[0]?.at ?? null,
    async ship() {
      const isIdle = hasShipped && !course.isCut() && course.isAllShipped()
      if (isIdle && !upkeep.isDue()) return
      course.state = await mark.assertOurs(course.state, course.note)
      if (course.isCut()) await beginWithCopy()
      const chain = String(course.state.chain)
      await commits.shipWaiting(chain)
      await upkeep.doWhatIsDue(chain)
      hasShipped = true
    },
  }
}
