import { statSync } from 'node:fs'
import { join } from 'node:path'
import { erasedIn, erasedName, type LoggedCommit } from '@tuma/platform/engines'
import type { Course } from './course.ts'
import { shipErased } from './erased-keys.ts'
import { putLaterKeys, putSegment } from './shipped-objects.ts'
import type { ShippingParts } from './shipping.ts'

const segmentBytes = 4 * 1024 * 1024

export type CommitShipping = {
  /** Only what waits now: later commits go together with the next shipment, instead of one by one. */
  shipWaiting(chain: string): Promise<void>
}

export const openCommitShipping = (
  { log, objects, folder }: Pick<ShippingParts, 'log' | 'objects' | 'folder'>,
  course: Course,
): CommitShipping => {
  let erasedBytes: number | null = null

  /** Reads the whole list only when it has grown. */
  const shipErasedIfNew = async (): Promise<void> => {
    const bytes = statSync(join(folder, erasedName), { throwIfNoEntry: false })?.size ?? 0
    if (bytes === erasedBytes) return
    await shipErased(objects, await erasedIn(folder))
    erasedBytes = bytes
  }

  const shipCommits = async (chain: string, commits: readonly LoggedCommit[]): Promise<void> => {
    const { state } = course
    const [first, last] = [commits[0]?.number ?? 0, commits.at(-1)?.number ?? 0]
    // Read after the commits: a person is in it before their key is destroyed.
    await shipErasedIfNew()
    const touched = commits.flatMap(({ at, keys }) => keys.map((one) => ({ ...one, at })))
    const rows = touched.flatMap(({ service, ids }) => log.keysOf(service, ids))
    if (rows.length > 0) await putLaterKeys(objects, { chain, generation: state.keys }, [first, last], rows)
    await putSegment(objects, chain, commits)
    const erased = state.erased ?? touched.find(({ erases }) => erases)?.at ?? null
    await course.note({ ...state, shipped: last, erased })
  }

  return {
    async shipWaiting(chain) {
      for (const end = log.last(); course.state.shipped < end; ) {
        const commits = log.waiting(course.state.shipped, segmentBytes)
        if (commits.length === 0 || course.isCut()) return
        await shipCommits(chain, commits)
      }
    },
  }
}
