import { randomBytes, randomFillSync } from 'node:crypto'

const heldBytes = 4096
/** More than any id of ours needs. */
const maxHeld = 32

/**
 * Random bytes of the system, each given out once. They are fetched by the thousand, because a system call costs more
 * than the few bytes of a request's id. Bytes that were given out are not kept.
 */
export const bytesByChance = (): ((count: number) => Uint8Array) => {
  const held = Buffer.alloc(heldBytes)
  let given = heldBytes
  return (count) => {
    if (count > maxHeld) return randomBytes(count)
    if (given + count > heldBytes) {
      randomFillSync(held)
      given = 0
    }
    const bytes = Uint8Array.prototype.slice.call(held, given, given + count)
    held.fill(0, given, given + count)
    given += count
    return bytes
  }
}
