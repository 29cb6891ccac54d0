import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { LimitCounts } from '../../ports/limit-counts.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { countRequests, limitAttempts, limitRequests } from './rate-limits.ts'

const hour = 60 * 60_000
const tooMany = { name: 'Refused', code: 'too_many', details: { retryAfter: expect.any(Number) } }
const [njeri, otieno] = [{ account: 'njeri' }, { account: 'otieno' }]
let limits: LimitCounts
beforeEach(async () => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  limits = engines.of('parcels').limits
})

test('a noted count is reported as beyond its limit, and can be given back', async () => {
  const note = countRequests(limits, { name: 'parcels', max: 2, windowMs: hour })
  const noted = [await note(njeri), await note(njeri), await note(njeri), await note(otieno)]
  expect(noted.map(({ isBeyond }) => isBeyond)).toEqual([false, false, true, false])
  await noted[0]?.giveBack()
  await noted[2]?.giveBack()
  expect((await note(njeri)).isBeyond).toBe(false)
})

describe('a limit of passes', () => {
  test('allows as many as agreed, says how long to wait then, and counts each caller separately', async () => {
    const pass = limitRequests(limits, { name: 'posts', max: 2, windowMs: hour })
    await pass(njeri)
    await pass(njeri)
    const refused = await pass(njeri).catch((error) => error)
    expect(refused).toMatchObject(tooMany)
    expect(refused.details.retryAfter).toBeGreaterThan(0)
    expect(refused.details.retryAfter).toBeLessThanOrEqual(hour / 1000)
    await pass(otieno)
  })
})

describe('a limit of tries', () => {
  const tries = () => limitAttempts(limits, { name: 'guesses', max: 2, windowMs: hour })
  const refused = (tried: readonly PromiseSettledResult<unknown>[]) =>
    tried.filter(({ status }) => status === 'rejected').map((one) => (one as PromiseRejectedResult).reason)

  test('allows no more at once than one after the other', async () => {
    const attempt = tries()
    const tried = await Promise.allSettled(Array.from({ length: 10 }, () => attempt(njeri)))
    expect(refused(tried)).toHaveLength(8)
    expect(refused(tried)[0]).toMatchObject(tooMany)
    await attempt(otieno)
  })

  test('forgets what is given back, and what it has refused', async () => {
    const attempt = tries()
    for (let times = 0; times < 5; times += 1) await (await attempt(njeri))()
    const giveBack = await attempt(njeri)
    await attempt(njeri)
    for (let times = 0; times < 5; times += 1) await expect(attempt(njeri)).rejects.toMatchObject(tooMany)
    await giveBack()
    await attempt(njeri)
    await expect(attempt(njeri)).rejects.toMatchObject(tooMany)
  })
})
