import { describe, expect, onTestFinished, test } from 'vitest'
import { OtherStore } from '../ports/message-bus.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { agreeWithDataFile } from './documents-mark.ts'
import { keepMark, readMark } from './store-mark.ts'

const sentence = (trouble: string) =>
  `The document store named by MONGODB_URL is not the one of these data: for jar it ${trouble}. Name the right one, or restore it from its backup. Nothing has been changed.`
const FOREIGN = sentence('belongs to other data')
const EMPTY = sentence('has no mark: it is empty or belongs to other data')

/** A data file, and documents elsewhere: another embedded engine is as good as MongoDB here. */
const start = async () => {
  const [own, elsewhere] = [await openTemporaryEngines(), await openTemporaryEngines()]
  onTestFinished(() => own.close())
  onTestFinished(() => elsewhere.close())
  const [file, { documents }] = [own.of('jar'), elsewhere.of('jar')]
  return {
    ...{ file, documents },
    agree: () => agreeWithDataFile('jar', { documents, file }),
    marks: async () => [await readMark(file.documents), await readMark(documents)],
    /** @returns the place of an event in the data file */
    async record(id: string) {
      const event = { id, type: 'Opened', version: 1, data: {}, metadata: {} }
      const { position } = await file.events.append(`jar-${id}`, [event], 'no-stream')
      return { name: 'view-jars-v1', position, event: id }
    },
    follow: (place: { readonly name: string; readonly position: number; readonly event?: string }) =>
      documents.write([], [place]),
  }
}

describe('events in the data file and documents in MongoDB', () => {
  test('get one mark where both are new, and agree on it at each later start', async () => {
    const { agree, marks } = await start()
    const mark = await agree()
    expect(await marks()).toEqual([mark, mark])
    expect(await agree()).toBe(mark)
  })

  test('agree on the mark in MongoDB when a start was cut before the data file had it', async () => {
    const { agree, documents, marks } = await start()
    await keepMark(documents, 'begun')
    expect(await agree()).toBe('begun')
    expect(await marks()).toEqual(['begun', 'begun'])
  })

  test('get a mark where they were used without one and the furthest checkpoint is of an event in the file', async () => {
    const { agree, record, follow, marks } = await start()
    await follow(await record('one'))
    const mark = await agree()
    expect(await marks()).toEqual([mark, mark])
  })

  test('get a mark where a checkpoint names no event and is not behind the end of the file', async () => {
    const { agree, record, follow } = await start()
    const { name, position } = await record('one')
    await follow({ name, position })
    expect(await agree()).toEqual(expect.any(String))
  })

  test.each([
    ['shows an event that the file does not have', async () => ({ name: 'view-jars-v1', position: 1, event: 'other' })],
    ['shows more than the file has', async () => ({ name: 'view-jars-v1', position: 9 })],
  ])('do not belong together where MongoDB has no mark and %s', async (_, place) => {
    const { agree, record, follow, marks } = await start()
    await record('one')
    await follow(await place())
    await expect(agree()).rejects.toEqual(new OtherStore(FOREIGN))
    expect(await marks()).toEqual([null, null])
  })

  test('do not belong together where a new data file is beside a MongoDB that is in use', async () => {
    const { agree, documents, follow, marks } = await start()
    await keepMark(documents, 'of others')
    await follow({ name: 'view-jars-v1', position: 1, event: 'other' })
    await expect(agree()).rejects.toEqual(new OtherStore(FOREIGN))
    expect(await marks()).toEqual([null, 'of others'])
  })

  test('do not belong together where MongoDB is empty, and nothing is written into it', async () => {
    const { agree, file, marks } = await start()
    await keepMark(file.documents, 'own')
    await expect(agree()).rejects.toEqual(new OtherStore(EMPTY))
    expect(await marks()).toEqual(['own', null])
  })

  test('do not belong together where MongoDB has another mark', async () => {
    const { agree, file, documents, marks } = await start()
    await keepMark(file.documents, 'own')
    await keepMark(documents, 'of others')
    await expect(agree()).rejects.toEqual(new OtherStore(FOREIGN))
    expect(await marks()).toEqual(['own', 'of others'])
  })
})
