import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getEatDay } from '@tuma/contracts/vocabulary'
import type { Log } from '@tuma/platform/runtime'
import { putDemonstration } from './demonstration.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const dayMs = 24 * 60 * 60_000
const waits = { WAIT_REMIND_DAYS: '2,4', WAIT_ASK_DAY: '7', WAIT_BACK_DAY: '10', WAIT_LONGER_DAYS: '7' }

/**
 * The whole product over days. It is closed and opens on the same data on a later day, at ten in the morning in
 * Nairobi, when its daily check runs at once. All people have to sign in again.
 */
export const openProductOverDays = async (environment: Record<string, string> = {}, log?: Log) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-over-days-'))
  await putDemonstration(folder)
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs).toISOString()
  const open = (): Promise<TestProduct> =>
    openTestProduct({ DATA_DIR: folder, ...waits, ...environment }, { now, randomBytes }, log)
  let product = await open()
  return {
    folder,
    product: () => product,
    now,
    /** @returns the product as it is open then; the earlier one answers no requests */
    async later(days: number): Promise<TestProduct> {
      await product.close()
      const day = getEatDay(now())
      aheadMs = Date.parse(`${day}T10:00:00+03:00`) + days * dayMs - Date.now()
      product = await open()
      return product
    },
    async close(): Promise<void> {
      await product.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ProductOverDays = Awaited<ReturnType<typeof openProductOverDays>>
