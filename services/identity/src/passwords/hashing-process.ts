import { argon2Sync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import type { Asked, Told } from './hashing.ts'

/**
 * One password after the other, behind whoever answers requests: with a tenth of the processor where all of it is wanted, for at
 * the lowest priority nobody could sign in while the house is full. Goes when there is none for a while.
 */
const patienceMs = 30_000

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A terminal's Ctrl-C reaches us too; who asked us may still need us to finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())

const leaving = setTimeout(() => process.exit(), patienceMs)
process.on('message', ({ id, work }: Asked) => {
  leaving.refresh()
  // Who asked may have been killed meanwhile: then nothing takes the answer, and `disconnect` ends this process.
  process.send?.(answered(id, work), () => undefined)
})

const answered = (id: number, work: Asked['work']): Told => {
  try {
    return { id, tag: argon2Sync('argon2id', work) }
  } catch (error) {
    return { id, failure: String(error) }
  }
}
