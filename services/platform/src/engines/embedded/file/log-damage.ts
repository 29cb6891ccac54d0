import { readFileSync } from 'node:fs'

/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const headerBytes = 32
const frameHeaderBytes = 24
const littleEndianMagic = 0x377f0682
const bigEndianMagic = 0x377f0683

type Sum = readonly [number, number]

/**
 * Whether commits that were flushed are behind damage in the log of a data file. SQLite reads a log up to the first frame
 * that differs from its checksum and forgets what comes after it without a word. One commit behind the damage may be the
 * work of a power failure, before it was flushed and acknowledged: only from the second on it is damage.
 */
export const losesCommits = (path: string): boolean => {
  const log = readLog(`${path}-wal`)
  if (!log) return false
  let isDamaged = !log.isHeaderSound
  let commitsBehind = 0
  let before: Sum = log.headerSum
  for (let at = headerBytes; at + log.frameBytes <= log.bytes.length; at += log.frameBytes) {
    const isSound = log.isSoundFrame(at, before)
    if (!isSound) isDamaged = true
    else if (isDamaged && log.bytes.readUInt32BE(at + 4) !== 0) commitsBehind += 1
    // Each checksum continues the stored one before it, so that frames behind the damage are recognised again.
    before = [log.bytes.readUInt32BE(at + 16), log.bytes.readUInt32BE(at + 20)]
  }
  return commitsBehind > 1
}

const readLog = (file: string) => {
  const bytes = readIfThere(file)
  if (bytes.length <= headerBytes + frameHeaderBytes) return null
  const magic = bytes.readUInt32BE(0)
  const pageBytes = bytes.readUInt32BE(8)
  const isLittleEndian = magic !== bigEndianMagic
  const headerSum: Sum = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)]
  const computed = sumOver(bytes, isLittleEndian, [0, 24], [0, 0])
  const isHeaderSound = (magic === littleEndianMagic || magic === bigEndianMagic) && isEqual(computed, headerSum)
  const frameBytes = frameHeaderBytes + (isHeaderSound ? pageBytes : 4096)
  /** A log that began again leaves frames of before behind its end: they have other salts. */
  const salts = bytes.subarray(isHeaderSound ? 16 : headerBytes + 8, isHeaderSound ? 24 : headerBytes + 16)
  const isSoundFrame = (at: number, before: Sum): boolean => {
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) return false
    const head = sumOver(bytes, isLittleEndian, [at, at + 8], before)
    const sum = sumOver(bytes, isLittleEndian, [at + frameHeaderBytes, at + frameBytes], head)
    return isEqual(sum, [bytes.readUInt32BE(at + 16), bytes.readUInt32BE(at + 20)])
  }
  return { bytes, frameBytes, headerSum, isHeaderSound, isSoundFrame }
}

const readIfThere = (file: string): Buffer => {
  try {
    return readFileSync(file)
  } catch {
    // Missing, or unreadable: opening it reports that.
    return Buffer.alloc(0)
  }
}

const sumOver = (bytes: Buffer, isLittleEndian: boolean, [from, to]: readonly [number, number], [s0, s1]: Sum): Sum => {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [one, other] = [s0, s1]
  for (let at = from; at < to; at += 8) {
    one = (one + words.getUint32(at, isLittleEndian) + other) >>> 0
    other = (other + words.getUint32(at + 4, isLittleEndian) + one) >>> 0
  }
  return [one, other]
}

const isEqual = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1]
