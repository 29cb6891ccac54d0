import { addDays, daysBetween, getEatDay } from '@tuma/contracts/vocabulary'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { type AnyAction, type History, histories } from './actions.ts'
import { countCash, passCash } from './counting-cash.ts'
import { expectAllTold } from './end-of-history.ts'
import { forge } from './forged-payments.ts'
import { count, type HistoryRun, openHistoryRun, start } from './history-run.ts'
import { takeOver } from './importing.ts'
import { leave } from './leaving.ts'
import { again, pay, reverse, tell } from './paying.ts'
import { end, handOver, send } from './sending.ts'

/**
 * Random histories of money: payments, payouts, refunds, statements in any order, callbacks that come twice, late,
 * never or forged, and admins who act for themselves. Payment and revenue are the real services; their records are
 * compared with a second calculation.
 * MONEY_HISTORIES says how many, MONEY_SEED which, MONEY_PATH which of them alone. A failed history is made shorter
 * only where MONEY_SEED is given, because that runs hundreds.
 */

const perform = async (run: HistoryRun, action: AnyAction): Promise<void> => {
  switch (action.do) {
    case 'pay':
      return pay(run, action)
    case 'forge':
      return forge(run, action)
    case 'send':
      return send(run, action)
    case 'end':
      return end(run, action)
    case 'door':
      await handOver(run, action)
      return action.isCounted ? countCash(run, { do: 'count', by: 1 }) : undefined
    case 'pass':
      return passCash(run, action)
    case 'count':
      return countCash(run, action)
    case 'leave':
      return leave(run, action)
    case 'reverse':
      return reverse(run, action)
    case 'import':
      return takeOver(run, action.days, action.newestFirst)
    case 'tell':
      return tell(run, action.order)
    case 'again':
      return again(run, action.which)
  }
}

const done = new Map<string, number>()

const runHistory = async ({ hasAddressList, steps }: History): Promise<void> => {
  const run = await openHistoryRun(hasAddressList)
  try {
    for (const step of steps) {
      run.pass(step.minutes)
      await perform(run, step)
      if (step.isSettled) await run.services.settle()
    }
    await tell(run, [1])
    run.pass(24 * 60)
    await takeOver(run, 1000, false)
    await expectAllTold(run, daysBetween(getEatDay(start), addDays(getEatDay(run.services.clock.now), -1)))
    count(run, 'histories')
    for (const [what, times] of run.done) done.set(what, (done.get(what) ?? 0) + times)
  } finally {
    await run.services.close()
  }
}

const { MONEY_HISTORIES = '25', MONEY_SEED, MONEY_PATH } = process.env

test('in any history no receipt leaves twice, no forged money is paid back, and each past day ends with M-Pesa’s balance', {
  timeout: 24 * 3_600_000,
}, async () => {
  const seed = MONEY_SEED === undefined ? {} : { seed: Number(MONEY_SEED) }
  const path = MONEY_PATH === undefined ? {} : { path: MONEY_PATH }
  const property = fc.asyncProperty(histories, runHistory)
  await fc.assert(property, {
    numRuns: Number(MONEY_HISTORIES),
    ...seed,
    ...path,
    endOnFailure: MONEY_SEED === undefined || MONEY_PATH !== undefined,
  })
  if (process.env.MONEY_HISTORIES) console.info(Object.fromEntries([...done].sort()))
})
