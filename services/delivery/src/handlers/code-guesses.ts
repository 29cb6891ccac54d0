import { missesAnHour, shopKey } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import { beginUnderAll, type Guards } from '@tuma/platform/runtime'
import type { Asker } from '../domain/asker.ts'

const rule = { max: missesAnHour, spanMs: 60 * 60_000 }

/**
 * Counts guesses of codes by an agent and at a shop, over all parcels, before a code is checked. A press is one guess
 * for each parcel that its code could open (`parcels`). A right code does not count, nor one that is refused for
 * another reason.
 * @returns what `guess` returns. @throws too_many if fewer guesses are left in the hour, and what `guess` throws
 */
export const guessLimit = (guards: Guards) => {
  const ofAgent = guards.of('collection codes of an agent', rule)
  const ofShop = guards.of('collection codes at a shop', rule)
  return async <T>({ userId, shop }: Asker, parcels: number, guess: () => Promise<T>): Promise<T> => {
    const keys = [
      () => ofAgent.begin({ of: `agent ${userId}` }),
      ...(shop ? [() => ofShop.begin({ of: `shop ${shopKey(shop)}` })] : []),
    ]
    const begun = await beginUnderAll(...keys.flatMap((begin) => Array.from({ length: parcels }, () => begin)))
    try {
      const answer = await guess()
      await begun.right()
      return answer
    } catch (error) {
      await (isMiss(error) ? begun.wrong() : begun.untried())
      throw error
    }
  }
}

const isMiss = (error: unknown): boolean =>
  isRefusal(error) && (error.code === 'collection_code_wrong' || error.code === 'collection_code_locked')
