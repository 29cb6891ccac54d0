import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventMetadata } from '../../event-sourcing/events/event.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { openTillsAndBook } from '../../testing/tills-and-book.ts'
import { openEmbedded } from './open-embedded.ts'

const takeWithoutEnd = fileURLToPath(new URL('../../testing/take-without-end.ts', import.meta.url))
/** `KILLS=500` for a measured run. */
const kills = Number(process.env.KILLS ?? 6)

/**
 * Lets a process take money, and kills it so many milliseconds after its first payment. @returns the acknowledged
 * payments
 */
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

/** For each till: the ids of its payments, in their order. */
const byTill = (events: readonly StoredEvent[], getId: (event: StoredEvent) => string) =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(events, ({ stream }) => stream.replace('page-', '')),
      ([till, ofTill]) => [till, ofTill.map((event) => `${getId(event)} ${(event.data as { amount: number }).amount}`)],
    ).sort(),
  )
/** The number of times that each is there. */
const counted = (lines: readonly string[]) =>
  new Map(
    Array.from(
      Map.groupBy(lines, (line) => line),
      ([line, all]) => [line, all.length],
    ),
  )

test('each payment at a till is entered in the book once, however often the process is killed in between', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-killed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill += 1) acknowledged.push(...(await killAfter(folder, (kill * 37) % 250)))

  const engines = await openEmbedded({ folder })
  onTestFinished(() => engines.close())
  const life = await openTillsAndBook(engines)
  await vi.waitFor(async () => expect(await life.stillToHear()).toBe(0), { timeout: 120_000, interval: 20 })
  const taken = await engines.of('till').events.readAll(null, 10_000_000)
  const entered = await engines.of('book').events.readAll(null, 10_000_000)
  const getCause = ({ metadata }: StoredEvent) => (metadata as EventMetadata).causationId
  expect(byTill(entered, getCause)).toEqual(byTill(taken, ({ id }) => id))
  const stored = counted(taken.map(({ stream, data }) => `${stream} ${(data as { amount: number }).amount}`))
  for (const [line, count] of counted(acknowledged)) expect(stored.get(line)).toBeGreaterThanOrEqual(count)
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
  expect(await life.parked()).toEqual([])
  await life.close()
}, 3_600_000)
