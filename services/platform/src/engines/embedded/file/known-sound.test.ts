import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepMark, takeMark } from './known-sound.ts'

const [thisRun, anotherRun] = ['run 1 of the machine', 'run 2 of the machine']
const examinedAt = Date.UTC(2026, 10, 29)
const unknown = { state: 'unknown', examinedAt: null }
const inSeconds = { begun: 1_000_000, later: 1_000_060 }

let folder: string
let path: string
const write = (file: string, content: string, at: number): void => {
  writeFileSync(file, content)
  utimesSync(file, at, at)
}
/** As after the last commit of a process that was killed: that commit is in the log. */
const kill = (): void => write(`${path}-wal`, 'commits', inSeconds.later)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tuma-mark-'))
  path = join(folder, 'tuma.db')
  write(path, 'pages', inSeconds.begun)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a file that was closed in order is as it was left, in whatever run of the machine', () => {
  keepMark(path, thisRun, examinedAt).closed()
  expect(takeMark(path, anotherRun)).toEqual({ state: 'asLeft', examinedAt })
})

test('a file that changed after it was closed is unknown', () => {
  keepMark(path, thisRun, examinedAt).closed()
  write(path, 'other', inSeconds.later)
  expect(takeMark(path, thisRun)).toEqual(unknown)
})

test('a file whose process was killed is known while the machine runs on', () => {
  keepMark(path, thisRun, examinedAt)
  kill()
  expect(takeMark(path, thisRun)).toEqual({ state: 'killed', examinedAt })
})

test('a process that was killed before its first commit left the file as it was', () => {
  keepMark(path, thisRun, examinedAt)
  expect(takeMark(path, thisRun).state).toBe('killed')
})

test.each([
  ['in another run of the machine', anotherRun],
  ['where the system tells no runs apart', null],
])('a file whose process was killed is unknown %s', (_where, bootId) => {
  keepMark(path, bootId === null ? null : thisRun, examinedAt)
  kill()
  expect(takeMark(path, bootId)).toEqual(unknown)
})

test('a copy of the folder of a killed process is unknown', () => {
  keepMark(path, thisRun, examinedAt)
  kill()
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  expect(takeMark(join(copy, 'tuma.db'), thisRun)).toEqual(unknown)
  rmSync(copy, { recursive: true })
})

test.each([
  ['new', inSeconds.later + 60],
  ['kept', inSeconds.begun - 60],
])('a backup that was written over the file of a killed process is unknown, with its time %s', (_how, at) => {
  keepMark(path, thisRun, examinedAt)
  kill()
  write(path, 'pages of a backup', at)
  expect(takeMark(path, thisRun)).toEqual(unknown)
})

test('a file without its log is unknown when it has changed', () => {
  keepMark(path, thisRun, examinedAt)
  write(path, 'more pages', inSeconds.later)
  expect(takeMark(path, thisRun)).toEqual(unknown)
})

test('a start that ended before its checks did leaves the file unknown', () => {
  keepMark(path, thisRun, examinedAt)
  kill()
  takeMark(path, thisRun)
  expect(takeMark(path, thisRun)).toEqual(unknown)
})

test('an examination that never came to its end begins again after a kill', () => {
  keepMark(path, thisRun, null)
  kill()
  expect(takeMark(path, thisRun)).toEqual({ state: 'killed', examinedAt: null })
})

test('an examination that came to its end is known after a kill', () => {
  keepMark(path, thisRun, null).examined(examinedAt)
  kill()
  expect(takeMark(path, thisRun)).toEqual({ state: 'killed', examinedAt })
})

test('a process that met trouble with the disk leaves an unknown file when it is killed', () => {
  const mark = keepMark(path, thisRun, null)
  mark.doubt()
  mark.examined(examinedAt)
  kill()
  expect(takeMark(path, thisRun)).toEqual(unknown)
})
