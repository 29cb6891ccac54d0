import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbookFile } from '../testing/spreadsheet-files.ts'
import { openSpreadsheets, type ReadSpreadsheet } from './read-spreadsheet.ts'

let room: string
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'tuma-spreadsheets-'))
})
afterAll(() => rm(room, { recursive: true, force: true }))

const program = async (name: string, text: string): Promise<string> => {
  const path = join(room, `${name}.mjs`)
  await writeFile(path, text)
  return path
}
async function* inPieces(file: Uint8Array, size = 10_000) {
  for (let at = 0; at < file.byteLength; at += size) yield file.subarray(at, at + size)
}
const rowsFrom = async (read: ReadSpreadsheet, file: Uint8Array, closed = new AbortController().signal) => {
  const all: string[][] = []
  for await (const { rows } of read(inPieces(file), closed)) all.push(...rows)
  return all
}
const small = workbookFile('xlsx', { A: [['x', 1]] })
const readAll = 'for await (const piece of process.stdin);'

test('a workbook comes back row by row', async () => {
  const rows = Array.from({ length: 1001 }, (_, at) => [`UKN${at}`, at])
  const read = openSpreadsheets()
  for (const kind of ['xlsx', 'biff8'] as const)
    expect(await rowsFrom(read, workbookFile(kind, { A: rows }))).toEqual(rows.map((row) => row.map(String)))
})

test('the refusal of a file says why', async () => {
  const read = openSpreadsheets()
  await expect(rowsFrom(read, Buffer.from('PK\u0003\u0004 and nothing else'))).rejects.toMatchObject({
    code: 'statement_cut',
  })
  await expect(rowsFrom(read, Buffer.from('\u00D0\u00CF\u0011\u00E0 no', 'latin1'))).rejects.toMatchObject({
    code: 'statement_not_readable',
  })
})

describe('the reading process is ended, and the next file is read,', () => {
  test('where it hangs', async () => {
    const read = openSpreadsheets({ program: await program('hangs', `${readAll} for (;;);`), timeoutMs: 300 })
    await expect(rowsFrom(read, small)).rejects.toMatchObject({ code: 'statement_too_large' })
    await expect(rowsFrom(read, small)).rejects.toMatchObject({ code: 'statement_too_large' })
  })
  test('where it takes more memory than it may', async () => {
    const text = `${readAll} const all = []; for (;;) all.push(Array.from({ length: 10000 }, (_, at) => ({ at })))`
    const read = openSpreadsheets({ program: await program('grows', text), heapMiB: 30 })
    await expect(rowsFrom(read, small)).rejects.toMatchObject({ code: 'statement_too_large' })
  })
  test('where it takes more memory beside its heap than it may', async () => {
    const read = openSpreadsheets({ memoryMiB: 20 })
    await expect(rowsFrom(read, small)).rejects.toMatchObject({ code: 'statement_too_large' })
  })
  test('where it fails or can not begin', async () => {
    const fails = openSpreadsheets({ program: await program('fails', `${readAll} throw new Error('no')`) })
    await expect(rowsFrom(fails, small)).rejects.toMatchObject({ code: 'statement_not_readable' })
    const begins = openSpreadsheets({ program: join(room, 'nothing.mjs') })
    await expect(rowsFrom(begins, Buffer.alloc(1_000_000))).rejects.toMatchObject({ code: 'statement_not_readable' })
  })
  test('where its sender disconnects, before or after the whole file has come', async () => {
    const read = openSpreadsheets({ program: await program('waits', `${readAll} setInterval(() => {}, 1000)`) })
    const gone = new AbortController()
    const reading = rowsFrom(read, small, gone.signal)
    setTimeout(() => gone.abort(), 200)
    await expect(reading).rejects.toMatchObject({ code: 'statement_cut' })
    await expect(rowsFrom(read, small, AbortSignal.abort())).rejects.toMatchObject({ code: 'statement_cut' })
  })
  test('where the reader of its rows stops', async () => {
    const read = openSpreadsheets()
    const rows = Array.from({ length: 5000 }, (_, at) => [`UKN${at}`, 'x'.repeat(100)])
    for await (const some of read(inPieces(workbookFile('xlsx', { A: rows })), new AbortController().signal)) {
      expect(some.rows.length).toBeGreaterThan(0)
      break
    }
    expect(await rowsFrom(read, small)).toEqual([['x', '1']])
  })
})

test('one file is read at a time, and a slow upload does not delay others', async () => {
  const text = `${readAll}
    console.log(JSON.stringify({ sheet: 0, isLast: true, rows: [['begins']] }))
    setTimeout(() => console.log(JSON.stringify({ done: true })), 200)`
  const read = openSpreadsheets({ program: await program('slow', text) })
  const seen: string[] = []
  const one = async (name: string, file: AsyncIterable<Uint8Array>) => {
    for await (const _ of read(file, new AbortController().signal)) seen.push(`${name} begins`)
    seen.push(`${name} ends`)
  }
  const [begun, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* slowly() {
    yield small.subarray(0, 100)
    begun.resolve()
    await arrives.promise
    yield small.subarray(100)
  }
  const slow = one('slow', slowly())
  await begun.promise
  await Promise.all([one('first', inPieces(small)), one('second', inPieces(small))])
  const [a = '', b = '', c = '', d = ''] = seen
  expect([a.split(' ')[0], c.split(' ')[0]].sort()).toEqual(['first', 'second'])
  expect([a, b, c, d]).toEqual([a, a.replace('begins', 'ends'), c, c.replace('begins', 'ends')])
  arrives.resolve()
  await slow
  expect(seen.slice(4)).toEqual(['slow begins', 'slow ends'])
})
