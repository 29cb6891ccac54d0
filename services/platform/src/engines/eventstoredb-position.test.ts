import { START } from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DocumentStore } from '../ports/document-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { atCheckpoint, atEvent, nothingKnown, openKeptPosition } from './eventstoredb-position.ts'

const checkpoint = (commit: number, prepare = commit) => ({ commit: BigInt(commit), prepare: BigInt(prepare) })

describe('how far a log is known', () => {
  test('is through a checkpoint, behind the newest event', () => {
    expect(atCheckpoint(100, checkpoint(5000))).toEqual({ newest: 100, from: checkpoint(5000), through: 5000 })
  })
  test('leaves out an event that may come to stand where a checkpoint lies', () => {
    const from = checkpoint(5000, 0)
    expect(atCheckpoint(null, from)).toEqual({ newest: null, from, through: 4999 })
  })
  test('is nothing at first', () => {
    expect(nothingKnown).toEqual({ newest: null, from: START, through: -1 })
  })
})

describe('the position that is kept', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const opened = async () => {
    const engines = await openTemporaryEngines()
    onTestFinished(() => engines.close())
    const { documents } = engines.of('test')
    const written: object[] = []
    let away = false
    const watched: DocumentStore = {
      ...documents,
      write(writes, checkpoints) {
        if (away) return Promise.reject(new EngineAway('the documents are away'))
        written.push(...writes.map(({ document }) => document ?? {}))
        return documents.write(writes, checkpoints)
      },
    }
    const setAway = (isAway: boolean) => {
      away = isAway
    }
    return { documents, written, setAway, open: () => openKeptPosition(watched) }
  }
  const untilWritten = (written: readonly object[], count: number) =>
    vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1000)
      expect(written).toHaveLength(count)
    })

  test('is nothing where none was kept, and asking for it declares no collection', async () => {
    const { open, documents } = await opened()
    expect(await open().read()).toEqual(nothingKnown)
    expect(await documents.collections()).toEqual([])
  })
  test('is what was kept last when it was closed: the newest event and both parts of the checkpoint', async () => {
    const { open } = await opened()
    const kept = open()
    kept.keep(atEvent(100))
    kept.keep(atCheckpoint(100, checkpoint(5000, 4900)))
    await kept.close()
    expect(await open().read()).toEqual({ newest: 100, from: checkpoint(5000, 4900), through: 4999 })
  })
  test('is written once a second at most, the last of those that came, and not again while none comes', async () => {
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
