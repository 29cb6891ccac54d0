import { maxStickers, Refused, type Shop } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'
import type { StickerNumber } from './sticker-id.ts'

/** A roll of `count` stickers was printed. `shop`: the shop that gets it; any shop may use its stickers. */
export type RollMade = DomainEvent<
  'RollMade',
  { readonly roll: number; readonly count: number; readonly shop?: Shop | undefined; readonly at: string }
>

/** All rolls share one stream, so that each gets a number of its own. */
export const stickerRollsStream = 'stickerrolls-all'

export type MakeRoll = {
  readonly type: 'MakeRoll'
  readonly by: Asker
  readonly count: number
  readonly shop: Shop | null
  readonly at: string
}

/** How many stickers each roll has; the first roll is number 1. */
export type StickerRolls = { readonly counts: readonly number[] }

/** @throws Refused not_allowed, bad_input */
const decide = ({ by, count, shop, at }: MakeRoll, { counts }: StickerRolls): RollMade[] => {
  assertManages(by)
  if (!Number.isInteger(count) || count < 1 || count > maxStickers) throw new Refused('bad_input', { field: 'count' })
  return [{ type: 'RollMade', data: { roll: counts.length + 1, count, ...(shop ? { shop } : {}), at } }]
}

export const stickerRolls: Decider<StickerRolls, MakeRoll, RollMade> = {
  initialState: { counts: [] },
  decide,
  evolve: ({ counts }, { data }) => ({ counts: [...counts, data.count] }),
}

/** Such a sticker was printed. */
export const isPrinted = ({ counts }: StickerRolls, { roll, n }: StickerNumber): boolean => n <= (counts[roll - 1] ?? 0)
