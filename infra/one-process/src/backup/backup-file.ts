import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { CannotStart } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

/** A backup is one line of JSON and behind it the data file, byte for byte. */
const format = 1
const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whatever = z.object({ tuma: z.literal('backup'), format: z.int() })
const header = z.extend(whatever, {
  /** The version of the data file. */
  version: z.int(),
  /** ISO instant; nothing in the backup is later. */
  made: z.string(),
  /** Of the whole backup, with zeros in place of this field. */
  sha256: hex,
  bytes: z.int(),
  key: hex,
})
type Header = z.output<typeof header>
export type About = Pick<Header, 'version' | 'made' | 'key'>

const zeros = '0'.repeat(64)
const longestLine = 4096
const getLine = (said: Header): string => `${JSON.stringify(said)}\n`

/** @param path must not exist. The file is readable for our account only, and on the disk when this returns */
export const writeBackupFile = (path: string, dataFile: string, { version, made, key }: About): void =>
  withFile(path, 'wx', (out) => {
    const { size: bytes } = statSync(dataFile)
    const said: Header = { tuma: 'backup', format, version, made, sha256: zeros, bytes, key }
    const hash = createHash('sha256').update(getLine(said))
    writeFileSync(out, getLine(said))
    withFile(dataFile, 'r', (data) => {
      for (const chunk of toChunks(data, 0)) {
        hash.update(chunk)
        writeFileSync(out, chunk)
      }
    })
    writeSync(out, getLine({ ...said, sha256: hash.digest('hex') }), 0)
    fsyncSync(out)
  })

export type BackupFile = About & {
  /**
   * @param path must not exist. The file is readable for our account only, and on the disk when this returns. @throws
   * CannotStart
   */
  copyDataTo(path: string): void
}

/**
 * Reads all of a backup once, and returns only a whole one.
 * @param knownVersion newest version of a data file that this release knows
 * @throws CannotStart with a sentence that says what is wrong with the file
 */
export const openBackupFile = (file: string, knownVersion: number): BackupFile => {
  const { line, said } = readHeader(file, knownVersion)
  const start = Buffer.byteLength(line)
  const missing = start + said.bytes - statSync(file).size
  if (missing !== 0) throw missing > 0 ? cutShort(file, missing) : damaged(file)

  const readThrough = (take: (chunk: Buffer) => void): void =>
    withFile(file, 'r', (descriptor) => {
      const hash = createHash('sha256').update(line.replace(said.sha256, zeros))
      for (const chunk of toChunks(descriptor, start)) {
        hash.update(chunk)
        take(chunk)
      }
      if (hash.digest('hex') !== said.sha256) throw damaged(file)
    })
  readThrough(() => undefined)

  return {
    ...said,
    copyDataTo: (path) =>
      withFile(path, 'wx', (out) => {
        readThrough((chunk) => writeFileSync(out, chunk))
        fsyncSync(out)
      }),
  }
}

const readHeader = (file: string, knownVersion: number) => {
  const line = toFirstLine(file)
  const [named, said] = [z.safeParse(whatever, line.json), z.safeParse(header, line.json)]
  if (!named.success) throw new CannotStart(`${file} is no backup of Tuma's; nothing has been changed.`)
  if (named.data.format > format) throw tooNew(file)
  if (!said.success) throw damaged(file)
  if (said.data.version > knownVersion) throw tooNew(file)
  if (said.data.version < knownVersion) throw tooOld(file)
  return { line: line.text, said: said.data }
}

const toFirstLine = (file: string): { readonly text: string; readonly json: unknown } => {
  const start = Buffer.alloc(longestLine)
  const read = withFile(file, 'r', (descriptor) => readSync(descriptor, start, 0, longestLine, 0))
  const end = start.subarray(0, read).indexOf('\n') + 1
  const text = start.subarray(0, end).toString()
  try {
    return { text, json: JSON.parse(text) }
  } catch {
    return { text, json: null }
  }
}

const damaged = (file: string) =>
  new CannotStart(`${file} is damaged: it is not what was written. Take another backup; nothing has been changed.`)
const cutShort = (file: string, missing: number) =>
  new CannotStart(`${file} is cut short: ${missing} bytes are missing. Take another backup; nothing has been changed.`)
const tooNew = (file: string) =>
  new CannotStart(
    `${file} was made by a newer version of Tuma. Restore it with that version; nothing has been changed.`,
  )

const tooOld = (file: string) =>
  new CannotStart(
    `${file} was made by an older version of Tuma, whose data this version can't read. Restore it with that version; nothing has been changed.`,
  )

const withFile = <T>(path: string, flags: 'r' | 'wx', act: (descriptor: number) => T): T => {
  const descriptor = openSync(path, flags, 0o600)
  try {
    return act(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function* toChunks(descriptor: number, from: number): Generator<Buffer> {
  const buffer = Buffer.alloc(1024 * 1024)
  let at = from
  for (;;) {
    const read = readSync(descriptor, buffer, 0, buffer.length, at)
    if (read === 0) return
    yield buffer.subarray(0, read)
    at += read
  }
}
