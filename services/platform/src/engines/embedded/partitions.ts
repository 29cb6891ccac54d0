/** Fixed: with another number, messages of one key that wait in two partitions could overtake each other. */
export const partitionCount = 6

/** FNV-1a: short, and the same for ever, which a partition must be. */
export const partitionOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0) % partitionCount
}
