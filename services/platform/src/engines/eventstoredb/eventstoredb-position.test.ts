import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DocumentStore } from '../../ports/document-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { atEvent, getThrough, nothingKnown, openKeptPosition } from './eventstoredb-position.ts'

const checkpoint = (commit: number, prepare = commit) => ({ commit: BigInt(commit), prepare: BigInt(prepare) })

describe('the known part of a log', () => {
  test('ends at a checkpoint at an event', () => {
    expect(getThrough({ from: checkpoint(5000) })).toBe(5000)
  })
  test('leaves out an event that may still be stored at the place of a checkpoint', () => {
    expect(getThrough({ from: checkpoint(5000, 0) })).toBe(4999)
  })
  test('is empty at first, and then ends at the newest event', () => {
    expect(getThrough(nothingKnown)).toBe(-1)
    expect(getThrough(atEvent(100))).toBe(100)
  })
})

describe('the position that is kept', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  const opened = async () => {
    const engines = await openTemporaryEngines()
    onTestFinished(() => engines.close())
    const { documents } = engines.of('test')
    const written: object[] = []
    let away = false
    let held: Promise<void> = Promise.resolve()
    const watched: DocumentStore = {
      ...documents,
      async write(writes, checkpoints) {
        await held
        if (away) throw new EngineAway('the documents are away')
        written.push(...writes.map(({ document }) => document ?? {}))
        return documents.write(writes, checkpoints)
      },
    }
    const setAway = (isAway: boolean) => {
      away = isAway
    }
    /** @returns a function that releases them */
    const holdWrites = () => {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      return gate.resolve
    }
    return { documents, written, setAway, holdWrites, open: () => openKeptPosition(watched) }
  }
  const untilWritten = (written: readonly object[], count: number) =>
    vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1000)
      expect(written).toHaveLength(count)
    })

  test('is unknown when none was stored, and reading it declares no collection', async () => {
    const { open, documents } = await opened()
    expect(await open().read()).toEqual(nothingKnown)
    expect(await documents.collections()).toEqual([])
  })
  test('is the last one before the close: the newest event and both parts of the checkpoint', async () => {
    const { open } = await opened()
    const kept = open()
    kept.keep(atEvent(100))
    kept.keep({ newest: 100, from: checkpoint(5000, 4900) })
    await kept.close()
    expect(await open().read()).toEqual({ newest: 100, from: checkpoint(5000, 4900) })
  })
  test('is written at most once a second, with the last one that came, and not again while none comes', async () => {
    const { open, written } = await opened()
    const kept = open()
    for (let position = 1; position <= 50; position += 1) kept.keep(atEvent(position))
    await vi.advanceTimersByTimeAsync(999)
    expect(written).toEqual([])
    await untilWritten(written, 1)
    expect(written).toEqual([{ newest: 50, commit: 50, prepare: 50 }])
    await vi.advanceTimersByTimeAsync(60_000)
    await kept.close()
    expect(written).toHaveLength(1)
  })
  test('is the further one of two replicas', async () => {
    const { open } = await opened()
    const [ahead, behind] = [open(), open()]
    ahead.keep(atEvent(200))
    behind.keep(atEvent(100))
    await ahead.close()
    await behind.close()
    expect(await open().read()).toEqual(atEvent(200))
  })
  test('is the last one before the end, also while an earlier one is being written', async () => {
    const { open, holdWrites } = await opened()
    const goOn = holdWrites()
    const kept = open()
    kept.keep(atEvent(100))
    await vi.advanceTimersByTimeAsync(1000)
    kept.keep(atEvent(200))
    const closed = kept.close()
    goOn()
    await closed
    expect(await open().read()).toEqual(atEvent(200))
  })
  test('is unknown once it is forgotten, and an earlier one may be stored then', async () => {
    const { open, documents } = await opened()
    const kept = open()
    kept.keep(atEvent(200))
    await kept.close()
    await kept.forget()
    expect([await open().read(), await documents.collections()]).toEqual([nothingKnown, []])
    kept.keep(atEvent(100))
    await kept.close()
    expect(await open().read()).toEqual(atEvent(100))
  })
  test('is written when the documents are back', async () => {
    const { open, written, setAway } = await opened()
    const kept = open()
    onTestFinished(() => kept.close())
    setAway(true)
    kept.keep(atEvent(100))
    await vi.advanceTimersByTimeAsync(3000)
    expect(written).toEqual([])
    setAway(false)
    await untilWritten(written, 1)
  })
})
