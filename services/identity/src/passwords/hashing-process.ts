import { argon2Sync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import type { Asked, Told } from './hashing.ts'

/**
 * Hashes one password after another, with a lower priority than the process that answers requests. It still gets a
 * tenth of a busy processor, because at the lowest priority no one could sign in under full load. The process ends
 * after a time without work.
 */
const patienceMs = 30_000

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A terminal's Ctrl-C reaches this process too, but the parent may still need it to finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())

const leaving = setTimeout(() => process.exit(), patienceMs)
process.on('message', ({ id, work }: Asked) => {
  leaving.refresh()
  // The parent may have been killed in the meantime: then the answer is lost, and `disconnect` ends this process.
  process.send?.(answered(id, work), () => undefined)
})

const answered = (id: number, work: Asked['work']): Told => {
  try {
    return { id, tag: argon2Sync('argon2id', work) }
  } catch (error) {
    return { id, failure: String(error) }
  }
}
