import { argon2Sync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import type { Asked, Told } from './hashing.ts'

/** Works with what nobody else wants of the processor, one password after the other, and goes when there is none for a while. */
const patienceMs = 30_000

setPriority(constants.priority.PRIORITY_LOW)
// A terminal's Ctrl-C reaches us too; who asked us may still need us to finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())

const leaving = setTimeout(() => process.exit(), patienceMs)
process.on('message', ({ id, work }: Asked) => {
  leaving.refresh()
  process.send?.(answered(id, work))
})

const answered = (id: number, work: Asked['work']): Told => {
  try {
    return { id, tag: argon2Sync('argon2id', work) }
  } catch (error) {
    return { id, failure: String(error) }
  }
}
