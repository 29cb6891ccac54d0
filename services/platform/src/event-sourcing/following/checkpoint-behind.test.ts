import { beforeEach, describe, expect, test } from 'vitest'
import type { Checkpoint, DocumentStore } from '../../ports/document-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { checkpointBehind } from './checkpoint-behind.ts'

type Write = { readonly checkpoints: readonly Checkpoint[]; readonly answer: PromiseWithResolvers<boolean[]> }

/** The writes to the engine; the test decides when each is answered. */
let writes: Write[]
const write: DocumentStore['write'] = (_, checkpoints = []) => {
  const answer = Promise.withResolvers<boolean[]>()
  writes.push({ checkpoints, answer })
  return answer.promise
}
const at = (position: number, name = 'rows'): Checkpoint => ({ name, position })
const asked = () => writes.map(({ checkpoints }) => checkpoints)
const answerNext = async (number: number): Promise<void> => {
  writes[number]?.answer.resolve([])
  await new Promise(setImmediate)
}

beforeEach(() => {
  writes = []
})

describe('an engine that writes checkpoints with its next commit', () => {
  const open = () => checkpointBehind({ write, writeAhead: write })

  test('keeps only the newest of each name waiting while another is on its way to the disk', async () => {
    const behind = open()
    await behind.keep([at(1)])
    await behind.keep([at(2), at(2, 'counts')])
    await behind.keep([at(3)])
    expect(asked()).toEqual([[at(1)]])
    await answerNext(0)
    expect(asked().slice(1)).toEqual([[at(3), at(2, 'counts')]])
  })

  test('has stored them when the last that waited is written', async () => {
    const behind = open()
    await behind.keep([at(1)])
    await behind.keep([at(2)])
    let isKept = false
    const kept = behind.kept().then(() => {
      isKept = true
    })
    await answerNext(0)
    expect(isKept).toBe(false)
    await answerNext(1)
    await kept
    await behind.keep([at(3)])
    expect(asked()).toEqual([[at(1)], [at(2)], [at(3)]])
  })

  test('adds waiting ones to a write of documents, whose own ones for the same names are newer', async () => {
    const behind = open()
    await behind.keep([at(1), at(1, 'counts')])
    await behind.keep([at(2), at(2, 'counts')])
    expect(behind.withWaiting([at(3)])).toEqual([at(2, 'counts'), at(3)])
    expect(behind.withWaiting([at(4)])).toEqual([at(4)])
    await answerNext(0)
    expect(asked()).toEqual([[at(1), at(1, 'counts')]])
  })

  test('continues after one that could not be written', async () => {
    const behind = open()
    await behind.keep([at(1)])
    await behind.keep([at(2)])
    writes[0]?.answer.reject(new EngineAway('the writer died'))
    await new Promise(setImmediate)
    expect(asked()).toEqual([[at(1)], [at(2)]])
    await answerNext(1)
    await behind.kept()
  })
})

test('with other engines each is awaited, and a failure rejects', async () => {
  const behind = checkpointBehind({ write })
  const keeping = behind.keep([at(1)])
  writes[0]?.answer.reject(new EngineAway('the documents are away'))
  await expect(keeping).rejects.toThrow(EngineAway)
  await behind.kept()
})
