import { randomBytes, randomFillSync } from 'node:crypto'

const heldBytes = 4096
/** More than any id of ours has. */
const maxHeld = 32

/**
 * Bytes by the system's chance, each given away once. They are fetched by the thousand: the way to the system costs more than
 * the few bytes that the id of a request has. What has been given away is held no more.
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
