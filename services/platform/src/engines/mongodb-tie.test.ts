import { describe, expect, onTestFinished, test } from 'vitest'
import type { CollectionSpec, DocumentStore } from '../ports/document-store.ts'
import { EngineAway, OtherStore } from '../ports/message-bus.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { openTie } from './mongodb-tie.ts'
import { keepMark } from './store-mark.ts'

const EMPTY =
  'The document store named by MONGODB_URL is not the one of these data: for jar it has no mark: it is empty or belongs to other data. Name the right one, or restore it from its backup. Nothing has been changed.'

const openDocuments = async (mark: string | null): Promise<DocumentStore> => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const { documents } = engines.of('jar')
  if (mark !== null) await keepMark(documents, mark)
  return documents
}

/** A connection to documents with the mark `own`, which may lead elsewhere later. Each reading of the mark is counted. */
const connect = async () => {
  let reached = await openDocuments('own')
  let [changes, silentMs, markReads, isAway] = [0, 0, 0, false]
  const documents = {
    ...reached,
    collection: <D extends object>(spec: CollectionSpec) => {
      markReads += 1
      if (isAway) throw new EngineAway('away')
      silentMs = 0
      return reached.collection<D>(spec)
    },
  }
  const others: OtherStore[] = []
  const connection = {
    reaching: <T>(call: () => Promise<T>) => call(),
    changes: () => changes,
    silentMs: () => silentMs,
  }
  const onOtherStore = (error: OtherStore) => void others.push(error)
  return {
    ...openTie({ service: 'jar', connection, documents, onOtherStore }),
    others,
    markReads: () => markReads,
    /** A call fails, or the driver connects again. */
    change: () => {
      changes += 1
    },
    beSilentFor(ms: number) {
      silentMs = ms
    },
    be(away: boolean) {
      isAway = away
    },
    async leadTo(mark: string | null) {
      reached = await openDocuments(mark)
    },
  }
}
const answer = async () => 'answer'

describe('a process that is tied to its documents', () => {
  test('reads the mark once, and no more while its calls are answered', async () => {
    const { tie, reaching, markReads } = await connect()
    await tie('own')
    expect([await reaching(answer), await reaching(answer), markReads()]).toEqual(['answer', 'answer', 1])
  })

  test('reads the mark again after a failed call and after a silence, once for all calls that wait', async () => {
    const { tie, reaching, markReads, change, beSilentFor } = await connect()
    await tie('own')
    change()
    await Promise.all([reaching(answer), reaching(answer)])
    expect(markReads()).toBe(2)
    beSilentFor(101)
    await Promise.all([reaching(answer), reaching(answer)])
    expect(markReads()).toBe(3)
  })

  test.each(['after a failed call', 'after a silence'] as const)(
    'makes no call where other documents are found %s, and says so',
    async (when) => {
      const { tie, reaching, others, change, beSilentFor, leadTo } = await connect()
      await tie('own')
      await leadTo(null)
      if (when === 'after a failed call') change()
      else beSilentFor(101)
      let calls = 0
      const call = async () => {
        calls += 1
      }
      await expect(reaching(call)).rejects.toEqual(new OtherStore(EMPTY))
      expect([calls, others.map(({ message }) => message)]).toEqual([0, [EMPTY]])
    },
  )

  test('goes on when its own documents are back', async () => {
    const { tie, reaching, others, change, be } = await connect()
    await tie('own')
    change()
    be(true)
    await expect(reaching(answer)).rejects.toThrow(EngineAway)
    be(false)
    expect(await reaching(answer)).toBe('answer')
    expect(others).toEqual([])
  })

  test('is refused where the documents carry another mark from the beginning', async () => {
    const { tie } = await connect()
    await expect(tie('another')).rejects.toThrow(OtherStore)
  })
})

test('a call for which the driver connected to other documents is not answered', async () => {
  const { tie, reaching, change, leadTo } = await connect()
  await tie('own')
  const call = async () => {
    await leadTo(null)
    change()
  }
  await expect(reaching(call)).rejects.toEqual(new OtherStore(EMPTY))
})

test('a process that is tied to nothing reads no mark', async () => {
  const { reaching, markReads, change } = await connect()
  change()
  expect([await reaching(answer), markReads()]).toEqual(['answer', 0])
})
