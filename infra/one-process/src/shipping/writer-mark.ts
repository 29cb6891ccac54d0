import { randomUUID } from 'node:crypto'
import { writerObject } from './object-names.ts'
import { PlaceTrouble } from './place.ts'
import { getSealed, type Objects, putSealed } from './shipped-objects.ts'
import type { ShippingState } from './shipping-state.ts'

/** Which process ships to a place, and the chain that it adds to. */
export type WriterMark = { readonly life: string; readonly chain: string | null }

export const readWriterMark = async (objects: Objects): Promise<WriterMark | null> => {
  const found = await getSealed(objects, writerObject)
  return found && JSON.parse(String(found))
}

const writeWriterMark = (objects: Objects, mark: WriterMark): Promise<void> =>
  putSealed(objects, writerObject, Buffer.from(JSON.stringify(mark)))

/**
 * Keeps two processes from shipping to one place: each start has a life of its own, and takes the place only from the
 * life before it in the same data.
 */
export const openWriterMark = (objects: Objects) => {
  const life = randomUUID()
  let isTaken = false
  return {
    /**
     * @param note must have the state on disk when it resolves
     * @returns the state; without a chain when the place has none of ours. @throws PlaceTrouble `refused`
     */
    async assertOurs(state: ShippingState, note: (state: ShippingState) => Promise<void>): Promise<ShippingState> {
      const mark = await readWriterMark(objects)
      if (isTaken && mark && mark.life !== life)
        throw new PlaceTrouble('refused', 'another process ships to this place now')
      if (!isTaken && mark && !state.lives.includes(mark.life))
        throw new PlaceTrouble('refused', 'the place has the backup of other data')
      const chain = mark && mark.chain === state.chain ? mark.chain : null
      if (isTaken && mark) return { ...state, chain }
      // Both are ours until the mark is at the place: a crash in between leaves either.
      const before = mark ? [mark.life] : []
      await note({ ...state, chain, lives: [...before, life] })
      await writeWriterMark(objects, { life, chain })
      isTaken = true
      const taken = { ...state, chain, lives: [life] }
      await note(taken)
      return taken
    },
    begin: (chain: string): Promise<void> => writeWriterMark(objects, { life, chain }),
  }
}
