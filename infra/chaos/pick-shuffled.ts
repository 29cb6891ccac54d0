import { createChance } from '@tuma/simulation/chance'

/** Each once before any comes again, in an order that depends on the name. @param turn from 0 on */
export const pickShuffled = <One>(all: readonly One[], name: string, turn: number): One => {
  const chance = createChance(`${name} ${Math.floor(turn / all.length)}`)
  const drawn = all.map((one) => ({ one, at: chance.next() })).sort((first, second) => first.at - second.at)
  return drawn.map(({ one }) => one)[turn % all.length] as One
}
