import { createHash } from 'node:crypto'

/** Repeatable chance: every random choice of a seed comes from here. */
export type Chance = {
  /** A whole number from 0, less than `n`. */
  below(n: number): number
  /** Of these characters. */
  text(count: number, characters: string): string
}

export const createChance = (seed: string): Chance => {
  let drawn = 0
  const below = (n: number): number => {
    drawn += 1
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUIntBE(0, 6) % n
  }
  return {
    below,
    text: (count, characters) => Array.from({ length: count }, () => characters[below(characters.length)]).join(''),
  }
}
