import { expect, test } from 'vitest'
import { pickShuffled } from './pick-shuffled.ts'

const faults = ['killed', 'disk full', 'clock wrong', 'killed in backup']
const played = (seed: number, rounds: number) =>
  Array.from({ length: rounds }, (_, turn) => pickShuffled(faults, `faults ${seed}`, turn))

test('each one is played once before any is played again', () => {
  const order = played(21, 8)
  for (const round of [order.slice(0, 4), order.slice(4)]) expect(round.toSorted()).toEqual(faults.toSorted())
})

test('each seed has its own order, which can be repeated', () => {
  expect(played(21, 40)).toEqual(played(21, 40))
  expect(played(21, 40)).not.toEqual(played(22, 40))
})
