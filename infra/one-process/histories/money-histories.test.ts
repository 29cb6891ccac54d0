import { addDays, daysBetween, getEatDay } from '@tuma/contracts/vocabulary'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { type AnyDeed, type History, histories } from './deeds.ts'
import { expectAllTold } from './end-of-history.ts'
import { forge } from './forging.ts'
import { count, type Game, openGame, start } from './game.ts'
import { takeOver } from './importing.ts'
import { leave } from './leaving.ts'
import { again, pay, reverse, tell } from './paying.ts'
import { countCash, end, handOver, send } from './sending.ts'

/**
 * Random histories of money: payments, payouts, refunds, statements in any order, callbacks that come twice, late,
 * never or forged, and admins who act for themselves. Payment and revenue are the real services; their records are
 * compared with a second calculation.
 * MONEY_HISTORIES says how many, MONEY_SEED which, MONEY_PATH which of them alone. A failed history is made shorter
 * only where MONEY_SEED is given, because that plays hundreds.
 */

const does = async (game: Game, deed: AnyDeed): Promise<void> => {
  switch (deed.do) {
    case 'pay':
      return pay(game, deed)
    case 'forge':
      return forge(game, deed)
    case 'send':
      return send(game, deed)
    case 'end':
      return end(game, deed)
    case 'door':
      await handOver(game, deed)
      return deed.isCounted ? countCash(game, { do: 'count', by: 1 }) : undefined
    case 'count':
      return countCash(game, deed)
    case 'leave':
      return leave(game, deed)
    case 'reverse':
      return reverse(game, deed)
    case 'import':
      return takeOver(game, deed.days, deed.newestFirst)
    case 'tell':
      return tell(game, deed.order)
    case 'again':
      return again(game, deed.which)
  }
}

const done = new Map<string, number>()

const play = async ({ hasAddressList, steps }: History): Promise<void> => {
  const game = await openGame(hasAddressList)
  try {
    for (const step of steps) {
      game.pass(step.minutes)
      await does(game, step)
      if (step.isSettled) await game.world.settle()
    }
    await tell(game, [1])
    game.pass(24 * 60)
    await takeOver(game, 1000, false)
    await expectAllTold(game, daysBetween(getEatDay(start), addDays(getEatDay(game.world.clock.now), -1)))
    count(game, 'histories')
    for (const [what, times] of game.done) done.set(what, (done.get(what) ?? 0) + times)
  } finally {
    await game.world.close()
  }
}

const { MONEY_HISTORIES = '25', MONEY_SEED, MONEY_PATH } = process.env

test('in any history no receipt leaves twice, no forged money is paid back, and each past day ends with M-Pesa’s balance', {
  timeout: 24 * 3_600_000,
}, async () => {
  const seed = MONEY_SEED === undefined ? {} : { seed: Number(MONEY_SEED) }
  const path = MONEY_PATH === undefined ? {} : { path: MONEY_PATH }
  const property = fc.asyncProperty(histories, play)
  await fc.assert(property, {
    numRuns: Number(MONEY_HISTORIES),
    ...seed,
    ...path,
    endOnFailure: MONEY_SEED === undefined || MONEY_PATH !== undefined,
  })
  if (process.env.MONEY_HISTORIES) console.info(Object.fromEntries([...done].sort()))
})
