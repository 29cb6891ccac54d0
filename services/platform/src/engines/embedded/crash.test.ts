import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FolderInUse } from './file/cannot-open.ts'
import { readBootId } from './file/known-sound.ts'
import { openEmbedded } from './open-embedded.ts'

const appendWithoutEnd = fileURLToPath(new URL('./events/append-without-end.ts', import.meta.url))

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const start = (folder: string) => run(process.execPath, appendWithoutEnd, folder)
/** The disk has the megabyte that a writer checks for, and half of another. */
const startOnSmallDisk = (folder: string) =>
  run('sh', '-c', 'ulimit -f 3000; exec "$0" "$@"', process.execPath, appendWithoutEnd, folder)

const run = (command: string, ...parameters: string[]): ChildProcess => {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const getLines = (child: ChildProcess) => createInterface({ input: child.stdout as NodeJS.ReadableStream })

/** Kills the process once it has acknowledged that many events. @returns all that it acknowledged */
const killAfter = async (child: ChildProcess, acknowledgements: number): Promise<string[]> => {
  const acknowledged: string[] = []
  for await (const line of getLines(child)) {
    const [, id] = line.split(' ')
    if (id) acknowledged.push(id)
    if (acknowledged.length === acknowledgements) child.kill('SIGKILL')
  }
  return acknowledged
}

const expectKept = async (folder: string, acknowledged: readonly string[]): Promise<void> => {
  const engines = await openEmbedded({ folder })
  const all = await engines.of('delivery').events.readAll(null, 1_000_000)
  await engines.close()
  const ids = all.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(acknowledged).difference(new Set(ids))).toEqual(new Set())
  const lengths = new Map<string, number>()
  for (const { id, stream, revision } of all) {
    expect([id, revision]).toEqual([`${stream}@${revision}`, lengths.get(stream) ?? 0])
    lengths.set(stream, revision + 1)
  }
  expect([...lengths.values()].filter((length) => length % 2 !== 0)).toEqual([])
}

describe('a process that dies', { timeout: 300_000 }, () => {
  it('leaves everything that it acknowledged, once and complete, however often it is killed', async () => {
    const folder = await temporaryFolder()
    const acknowledged: string[] = []
    for (const moment of [1, 700, 1500]) {
      acknowledged.push(...(await killAfter(start(folder), moment)))
      await expectKept(folder, acknowledged)
    }
    expect(acknowledged.length).toBeGreaterThan(2200)
  })

  it.skipIf(readBootId() === null)('leaves a file that is not read through while the machine runs on', async () => {
    const folder = await temporaryFolder()
    const startAgain = async (options: { bootId?: string } = {}): Promise<boolean> => {
      await killAfter(start(folder), 1)
      let isChecked = false
      const engines = await openEmbedded({ folder, ...options, onChecking: () => (isChecked = true) })
      await engines.close()
      return isChecked
    }
    expect(await startAgain()).toBe(false)
    expect(await startAgain({ bootId: 'another run of the machine' })).toBe(true)
  })

  it('keeps a second process out of its folder until it is dead', async () => {
    const folder = await temporaryFolder()
    const child = start(folder)
    await once(getLines(child), 'line')
    await expect(openEmbedded({ folder })).rejects.toMatchObject({ code: 'FolderInUse' })
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await openEmbedded({ folder })).close()
  })

  it('keeps a second opening out in the same process as well', async () => {
    const folder = await temporaryFolder()
    const engines = await openEmbedded({ folder })
    await expect(openEmbedded({ folder })).rejects.toThrow(FolderInUse)
    await engines.of('delivery').events.append('parcel-1', [event], 'no-stream')
    await engines.close()
    await (await openEmbedded({ folder })).close()
  })

  it('acknowledges nothing more once the disk is full', async () => {
    const folder = await temporaryFolder()
    const said: string[] = []
    const child = startOnSmallDisk(folder)
    const exited = once(child, 'exit')
    for await (const line of getLines(child)) said.push(line)
    expect(await exited).toEqual([0, null])
    const firstRefusal = said.findIndex((line) => line.startsWith('stopped'))
    expect(said.slice(firstRefusal)).toEqual(Array.from({ length: 16 }, () => 'stopped EngineAway false'))
    const acknowledged = said.slice(1, firstRefusal).map((line) => line.split(' ')[1] ?? '')
    expect(acknowledged.length).toBeGreaterThan(0)
    await expectKept(folder, acknowledged)
  })
})

const event = { id: 'a', type: 'ParcelWeighed', version: 1, data: {}, metadata: {} }
