import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupLog, erasedIn, erasedName, type LoggedCommit } from '@tuma/platform/engines'
import { eraseFromOthers, renewKeys, shipErased } from './erased-keys.ts'
import { removeOld } from './retention.ts'
import { nextChain, shipBase } from './ship-base.ts'
import { type Objects, putLaterKeys, putSegment } from './shipped-objects.ts'
import { readState, type ShippingState } from './shipping-state.ts'
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

const segmentBytes = 4 * 1024 * 1024
const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000
/** How long older keys remain at the place after an erasure: several erasures need one renewal. */
const renewAfterMs = 10 * 60_000

export const openShipment = (parts: ShippingParts): Shipment => {
  const { log, objects, to, folder, now } = parts
  const mark = openWriterMark(objects)
  let state = readState(log.state(), to)
  let cleanedAt: number | null = null
  let erasedBytes: number | null = null
  let hasShipped = false

  const note = async (next: ShippingState): Promise<void> => {
    await log.note(next.shipped, JSON.stringify(next))
    state = next
  }
  const isDue = (since: number, afterMs: number) => now() - since >= afterMs || since > now()

  /** A chain must not miss a commit: of another log, given up because too much waited, or from before the chain. */
  const isCut = (): boolean => {
    const [first] = log.waiting(state.shipped, 0)
    return state.chain === null || state.log !== log.id() || (first !== undefined && first.number !== state.shipped + 1)
  }
  const beginWithCopy = async (): Promise<void> => {
    const isNew = state.chain === null || state.log !== log.id()
    const chain = isNew ? await nextChain(objects) : String(state.chain)
    const generation = isNew ? 1 : state.keys + 1
    const erased = await shipErased(objects, await erasedIn(folder))
    const base = await shipBase(parts, chain)
    await renewKeys(objects, log, { chain, generation })
    await eraseFromOthers(objects, chain, erased)
    await mark.begin(chain)
    await note({
      ...{ ...state, chain, log: log.id(), keys: generation, erased: null },
      ...{ shipped: base.number, copied: base.made },
    })
  }
  /** Reads the whole list only when it has grown. */
  const shipErasedIfNew = async (): Promise<void> => {
    const bytes = statSync(join(folder, erasedName), { throwIfNoEntry: false })?.size ?? 0
    if (bytes === erasedBytes) return
    await shipErased(objects, await erasedIn(folder))
    erasedBytes = bytes
  }

  const shipCommits = async (chain: string, commits: readonly LoggedCommit[]): Promise<void> => {
    const [first, last] = [commits[0]?.number ?? 0, commits.at(-1)?.number ?? 0]
    // Read after the commits: a person is in it before their key is destroyed.
    await shipErasedIfNew()
    const touched = commits.flatMap(({ at, keys }) => keys.map((one) => ({ ...one, at })))
    const rows = touched.flatMap(({ service, ids }) => log.keysOf(service, ids))
    const generation = { chain, generation: state.keys }
    if (rows.length > 0) await putLaterKeys(objects, generation, [first, last], rows)
    await putSegment(objects, chain, commits)
    const erased = state.erased ?? touched.find(({ erases }) => erases)?.at ?? null
    await note({ ...state, shipped: last, erased })
  }

  const shipWaiting = async (chain: string): Promise<void> => {
    for (;;) {
      const commits = log.waiting(state.shipped, segmentBytes)
      if (commits.length === 0 || isCut()) return
      await shipCommits(chain, commits)
    }
  }

  const isRenewalDue = () => state.erased !== null && isDue(state.erased, renewAfterMs)
  const isCleaningDue = () => cleanedAt === null || isDue(cleanedAt, hourMs)
  const isCopyDue = () => isDue(state.copied, dayMs)
  const isSomethingDue = () => isRenewalDue() || isCleaningDue() || isCopyDue()
  const doWhatIsDue = async (chain: string): Promise<void> => {
    if (isRenewalDue()) {
      const generation = state.keys + 1
      await renewKeys(objects, log, { chain, generation })
      await eraseFromOthers(objects, chain, await erasedIn(folder))
      await note({ ...state, keys: generation, erased: null })
    }
    if (isCleaningDue()) {
      await removeOld(objects.place, now())
      cleanedAt = now()
    }
    if (isCopyDue()) {
      const { made } = await shipBase(parts, chain, () => shipWaiting(chain))
      await note({ ...state, copied: made })
    }
  }

  return {
    waitsSince: () => log.waiting(state.shipped, 0)[0]?.at ?? null,
    async ship() {
      const isIdle = hasShipped && !isCut() && log.waiting(state.shipped, 0).length === 0
      if (isIdle && !isSomethingDue()) return
      state = await mark.assertOurs(state, note)
      if (isCut()) await beginWithCopy()
      const chain = String(state.chain)
      await shipWaiting(chain)
      await doWhatIsDue(chain)
      hasShipped = true
    },
  }
}
