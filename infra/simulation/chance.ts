import { createHash } from 'node:crypto'

/** Repeatable chance: every random choice of a seed comes from here. */
export type Chance = {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0, less than `n`. */
  below(n: number): number
  is(probability: number): boolean
  among<T>(list: readonly T[]): T
  bytes(count: number): Buffer
  /** How long something takes, in milliseconds: mostly short, at times long. */
  delay(usualMs: number): number
  /** An independent source; its draws change nothing here. */
  apart(name: string): Chance
}

/** SplitMix32: small, and good enough for choices. */
const numbers = (start: number) => {
  let state = start
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

export const createChance = (name: string): Chance => {
  const next = numbers(createHash('sha256').update(name).digest().readUInt32LE())
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    is: (probability) => next() < probability,
    among: (list) => list[below(list.length)] as (typeof list)[number],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
    delay(usualMs) {
      const drawn = next()
      if (drawn < 0.9) return usualMs * next()
      return usualMs * (drawn < 0.99 ? 20 : 300) * next()
    },
    apart: (other) => createChance(`${name}/${other}`),
  }
}
