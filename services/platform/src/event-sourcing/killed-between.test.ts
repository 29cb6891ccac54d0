import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEmbedded } from '../engines/index.ts'
import type { StoredEvent } from '../ports/event-store.ts'
import type { EventMetadata } from './event.ts'
import { openTillsAndBook } from '../testing/tills-and-book.ts'

const takeWithoutEnd = fileURLToPath(new URL('../testing/take-without-end.ts', import.meta.url))
/** `KILLS=500` for a run that is counted. */
const kills = Number(process.env.KILLS ?? 6)

/** Lets a process take money, and kills it so many milliseconds after its first payment. @returns what it acknowledged */
const killAfter = async (folder: string, ms: number): Promise<string[]> => {
  const child = spawn(process.execPath, [takeWithoutEnd, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'open') continue
    if (acknowledged.push(line) === 1) void pause(ms).then(() => child.kill('SIGKILL'))
  }
  return acknowledged
}

const paymentsIn = (events: readonly StoredEvent[]) =>
  events.map(({ id, stream, data, metadata }) => {
    const { amount } = data as { amount: number }
    const { causationId } = metadata as EventMetadata
    return { id, causationId, line: `${stream.replace('page-', '')} ${amount}` }
  })
const sorted = (lines: readonly string[]) => [...lines].sort()

test('what a till has taken is entered in the book once, however often the process is killed in between', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-killed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill += 1) acknowledged.push(...(await killAfter(folder, (kill * 37) % 250)))

  const house = await openEmbedded({ folder })
  onTestFinished(() => house.close())
  const life = await openTillsAndBook(house)
  await vi.waitFor(async () => expect(await life.stillToHear()).toBe(0), { timeout: 120_000, interval: 20 })
  const taken = paymentsIn(await house.of('till').events.readAll(null, 10_000_000))
  const entered = paymentsIn(await house.of('book').events.readAll(null, 10_000_000))
  expect(sorted(entered.map(({ causationId }) => causationId))).toEqual(sorted(taken.map(({ id }) => id)))
  expect(sorted(entered.map(({ line }) => line))).toEqual(sorted(taken.map(({ line }) => line)))
  expect(taken.length).toBeGreaterThanOrEqual(acknowledged.length)
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
  expect(await life.parked()).toEqual([])
  await life.close()
}, 3_600_000)
