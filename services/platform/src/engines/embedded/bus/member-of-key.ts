/** The member of a group that handles a key: FNV-1a, the same for every message of the key. */
export const memberOfKey = (key: string, memberCount: number): number => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0) % memberCount
}
