import { describe, expect, onTestFinished, test } from 'vitest'
import { OtherStore } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { agreeWithDataFile, otherDocuments } from './documents-mark.ts'
import { keepMark, readMark } from './store-mark.ts'

const { message: EMPTY } = otherDocuments('jar', null)
const { message: FOREIGN } = otherDocuments('jar', 'of others')

/** A data file, and documents outside it: another embedded engine takes MongoDB's place here. */
const start = async () => {
  const [own, elsewhere] = [await openTemporaryEngines(), await openTemporaryEngines()]
  onTestFinished(() => own.close())
  onTestFinished(() => elsewhere.close())
  const [file, { documents }] = [own.of('jar'), elsewhere.of('jar')]
  return {
    ...{ file, documents },
    agree: () => agreeWithDataFile('jar', { documents, file }),
    marks: async () => [await readMark(file.documents), await readMark(documents)],
    record: () =>
      file.events.append('jar-1', [{ id: 'one', type: 'Opened', version: 1, data: {}, metadata: {} }], 'no-stream'),
    /** Writes a checkpoint of events that are elsewhere. */
    show: () => documents.write([], [{ name: 'view-jars-v1', position: 1, event: 'other' }]),
  }
}

describe('events in the data file and documents in MongoDB', () => {
  test('get one mark when both are new, and agree on it at each later start', async () => {
    const { agree, record, show, marks } = await start()
    const mark = await agree()
    expect(await marks()).toEqual([mark, mark])
    await record()
    await show()
    expect(await agree()).toBe(mark)
  })

  test('agree on the mark in MongoDB when a start was cut before the data file had it', async () => {
    const { agree, documents, marks } = await start()
    await keepMark(documents, 'begun')
    expect(await agree()).toBe('begun')
    expect(await marks()).toEqual(['begun', 'begun'])
  })

  test('do not belong together when the data file has events and MongoDB is new, because their keys are elsewhere', async () => {
    const { agree, record, marks } = await start()
    await record()
    await expect(agree()).rejects.toEqual(new OtherStore(EMPTY))
    expect(await marks()).toEqual([null, null])
  })

  test('do not belong together when the data file is new and MongoDB shows events', async () => {
    const { agree, documents, show, marks } = await start()
    await keepMark(documents, 'of others')
    await show()
    await expect(agree()).rejects.toEqual(new OtherStore(FOREIGN))
    expect(await marks()).toEqual([null, 'of others'])
  })

  test.each([
    ['is empty', null, EMPTY],
    ['has another mark', 'of others', FOREIGN],
  ])('do not belong together when the data file has a mark and MongoDB %s', async (_, mark, sentence) => {
    const { agree, file, documents, marks } = await start()
    await keepMark(file.documents, 'own')
    if (mark !== null) await keepMark(documents, mark)
    await expect(agree()).rejects.toEqual(new OtherStore(sentence))
    expect(await marks()).toEqual(['own', mark])
  })
})
