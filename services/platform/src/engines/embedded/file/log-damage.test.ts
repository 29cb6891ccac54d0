import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileDamaged } from './cannot-open.ts'
import { prepareDataFile } from './data-file.ts'
import { keepMark } from './known-sound.ts'
import { losesCommits } from './log-damage.ts'

let folder: string
let path: string
const frameBytes = 24 + 4096
const frames = () => (readFileSync(`${path}-wal`).length - 32) / frameBytes

/** Three commits in a log that no close has moved into the file, as after a kill. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tuma-log-'))
  const used = new DatabaseSync(join(folder, 'used.db'))
  used.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (a)')
  for (const text of ['first', 'second']) used.prepare('insert into t values (?)').run(text)
  path = join(folder, 'killed.db')
  for (const end of ['', '-wal']) cpSync(join(folder, `used.db${end}`), `${path}${end}`)
  used.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const change = (at: number): void => {
  const log = readFileSync(`${path}-wal`)
  log[at] = (log[at] ?? 0) ^ 0x10
  writeFileSync(`${path}-wal`, log)
}
const inFrame = (frame: number, at: number) => 32 + frame * frameBytes + at

test('a log that is as it was written, or is missing, loses nothing', () => {
  expect(losesCommits(path)).toBe(false)
  expect(losesCommits(join(folder, 'none.db'))).toBe(false)
})

test.each([
  ['a page of its first commit', () => inFrame(0, 24 + 100)],
  ['the number of a page', () => inFrame(0, 3)],
  ['the checksum of its header', () => 25],
  ['the kind of its checksums', () => 3],
])('a change of %s is found, because flushed commits follow it', (_what, at) => {
  change(at())
  expect(losesCommits(path)).toBe(true)
})

test('a start after a kill is refused as well, where the rest of the file need not be checked', async () => {
  const bootId = 'this run of the machine'
  keepMark(path, bootId, 0)
  change(inFrame(0, 24 + 100))
  await expect(prepareDataFile(path, { bootId })).rejects.toThrow(FileDamaged)
})

test('a last commit that is not whole is what a power failure leaves', () => {
  change(inFrame(frames() - 1, 24 + 100))
  expect(losesCommits(path)).toBe(false)
})

test('a log that is cut loses only what was not flushed', () => {
  writeFileSync(`${path}-wal`, readFileSync(`${path}-wal`).subarray(0, inFrame(frames() - 1, 2000)))
  expect(losesCommits(path)).toBe(false)
})

test('frames of an earlier log behind the end are of no commit', () => {
  const log = readFileSync(`${path}-wal`)
  const earlier = Buffer.from(log.subarray(32))
  for (let at = 8; at < earlier.length; at += frameBytes) earlier.writeUInt32BE(7, at)
  writeFileSync(`${path}-wal`, Buffer.concat([log, earlier, earlier]))
  expect(losesCommits(path)).toBe(false)
})
