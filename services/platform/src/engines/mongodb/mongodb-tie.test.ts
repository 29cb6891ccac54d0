import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CollectionSpec, DocumentStore } from '../../ports/document-store.ts'
import { EngineAway, OtherStore } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { otherDocuments } from '../store-mark/documents-mark.ts'
import { keepMark } from '../store-mark/store-mark.ts'
import { openTie } from './mongodb-tie.ts'

const { message: EMPTY } = otherDocuments('jar', null)
const { message: FOREIGN } = otherDocuments('jar', 'another')

/** A test with endless readings fails at this number. */
const enoughReads = 100

const openDocuments = async (mark: string | null): Promise<DocumentStore> => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const { documents } = engines.of('jar')
  if (mark !== null) await keepMark(documents, mark)
  return documents
}

/**
 * Connections to documents with the mark `own`, which may change to others later. Each reading of the mark is counted.
 */
const connect = async () => {
  let reached = await openDocuments('own')
  let [changes, markReads, listReads, isAway, changesInEachReading] = [0, 0, 0, false, false]
  let reading = Promise.resolve()
  const documents = {
    ...reached,
    collections() {
      listReads += 1
      return reached.collections()
    },
    async collection<D extends object>(spec: CollectionSpec) {
      const get = async (id: string) => {
        markReads += 1
        if (isAway) throw new EngineAway('away')
        if (changesInEachReading && markReads < enoughReads) changes += 1
        await reading
        return (await reached.collection<D>(spec)).get(id)
      }
      return { ...(await reached.collection<D>(spec)), get }
    },
  }
  const others: string[] = []
  const connections = { reaching: <T>(call: () => Promise<T>) => call(), changes: () => changes }
  const onOtherStore = ({ message }: OtherStore) => void others.push(message)
  return {
    ...openTie({ service: 'jar', connections, documents, onOtherStore }),
    others,
    markReads: () => markReads,
    /** How often it listed the collections. */
    listReads: () => listReads,
    /** The driver connects again. */
    change: () => {
      changes += 1
    },
    changeInEachReading() {
      changesInEachReading = true
    },
    /** Readings are not answered until the test calls the returned function. */
    holdReadings() {
      const held = Promise.withResolvers<void>()
      reading = held.promise
      return held.resolve
    },
    be(away: boolean) {
      isAway = away
    },
    async leadTo(mark: string | null) {
      reached = await openDocuments(mark)
      changes += 1
    },
  }
}
const answer = async () => 'answer'

describe('a process that is tied to its documents', () => {
  test('reads the mark once, and not again while its connections stay', async () => {
    const { tie, reaching, markReads } = await connect()
    await tie('own')
    expect([await reaching(answer), await reaching(answer), markReads()]).toEqual(['answer', 'answer', 1])
  })

  test('reads the mark again after a new connection, once for all waiting calls and without any other read', async () => {
    const { tie, reaching, markReads, listReads, change } = await connect()
    await tie('own')
    change()
    await Promise.all([reaching(answer), reaching(answer)])
    expect([markReads(), listReads()]).toEqual([2, 1])
  })

  test('answers even if it connects again during each reading: it reads once before a call and once after it', async () => {
    const { tie, reaching, markReads, change, changeInEachReading } = await connect()
    await tie('own')
    change()
    changeInEachReading()
    expect([await reaching(answer), markReads()]).toEqual(['answer', 3])
  })

  test('reads the mark once more for a call that came during a reading, when it had connected again by then', async () => {
    const { tie, reaching, markReads, change, holdReadings } = await connect()
    await tie('own')
    change()
    const answerReadings = holdReadings()
    const first = reaching(answer)
    change()
    const readsAtCall = reaching(async () => markReads())
    answerReadings()
    expect([await first, await readsAtCall, markReads()]).toEqual(['answer', 3, 3])
  })

  test.each([null, 'another'])(
    'makes no call when it finds documents with the mark %s, and reports it',
    async (mark) => {
      const { tie, reaching, others, leadTo } = await connect()
      await tie('own')
      await leadTo(mark)
      const call = vi.fn(answer)
      await expect(reaching(call)).rejects.toBeInstanceOf(OtherStore)
      expect(call).not.toHaveBeenCalled()
      expect(others).toEqual([mark === null ? EMPTY : FOREIGN])
    },
  )

  test('answers no call during which it connected to other documents', async () => {
    const { tie, reaching, leadTo } = await connect()
    await tie('own')
    await expect(reaching(() => leadTo(null))).rejects.toEqual(new OtherStore(EMPTY))
  })

  test('works again when its own documents are back', async () => {
    const { tie, reaching, others, change, be } = await connect()
    await tie('own')
    change()
    be(true)
    await expect(reaching(answer)).rejects.toThrow(EngineAway)
    be(false)
    expect(await reaching(answer)).toBe('answer')
    expect(others).toEqual([])
  })

  test('is refused when the documents carry another mark from the beginning', async () => {
    const { tie } = await connect()
    await expect(tie('another')).rejects.toEqual(new OtherStore(FOREIGN))
  })
})

test('a process that is not tied reads no mark', async () => {
  const { reaching, markReads, change } = await connect()
  change()
  expect([await reaching(answer), markReads()]).toEqual(['answer', 0])
})
