import { erasedIn } from '@tuma/platform/engines'
import type { Course } from './course.ts'
import { eraseFromOthers, renewKeys } from './erased-keys.ts'
import { removeOld } from './retention.ts'
import { shipBase } from './ship-base.ts'
import type { CommitShipping } from './ship-commits.ts'
import type { ShippingParts } from './shipping.ts'

const dayMs = 24 * 60 * 60_000
/** How long older keys remain at the place after an erasure: several erasures need one renewal. */
const renewAfterMs = 10 * 60_000

/** What a place needs beside commits: keys without those of erased people, no old objects, and a copy a day. */
export const openUpkeep = (parts: ShippingParts, course: Course, shipWaiting: CommitShipping['shipWaiting']) => {
  const { log, objects, folder, now } = parts
  let cleanedAt: number | null = null
  /** A clock that was set back must not delay it. */
  const isOver = (since: number, afterMs: number) => now() - since >= afterMs || since > now()
  const isRenewalDue = () => course.state.erased !== null && isOver(course.state.erased, renewAfterMs)
  const isCleaningDue = () => cleanedAt === null || isOver(cleanedAt, dayMs)
  const isCopyDue = () => isOver(course.state.copied, dayMs)

  const renew = async (chain: string): Promise<void> => {
    const generation = course.state.keys + 1
    await renewKeys(objects, log, { chain, generation })
    await eraseFromOthers(objects, chain, await erasedIn(folder))
    await course.note({ ...course.state, keys: generation, erased: null })
  }
  const clean = async (): Promise<void> => {
    await removeOld(objects.place, now())
    cleanedAt = now()
  }
  const copy = async (chain: string): Promise<void> => {
    const { made } = await shipBase(parts, chain, () => shipWaiting(chain))
    await course.note({ ...course.state, copied: made })
    // Otherwise a restore would read a small object for every few seconds since the first start.
    await renew(chain)
  }

  return {
    isDue: () => isRenewalDue() || isCleaningDue() || isCopyDue(),
    async doWhatIsDue(chain: string): Promise<void> {
      if (isRenewalDue()) await renew(chain)
      if (isCleaningDue()) await clean()
      if (isCopyDue()) await copy(chain)
    },
  }
}
