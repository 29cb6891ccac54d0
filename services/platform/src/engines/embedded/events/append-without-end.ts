import { writeSync } from 'node:fs'
import { openEmbedded } from '../open-embedded.ts'

/**
 * For the crash tests: a process that appends until it is killed or the disk is full, and prints what was acknowledged:
 * a line `<stream> <id>` for each event, at the end `stopped <error's name> <whether it still calls itself healthy>`.
 */
const writersAtOnce = 16
const engines = await openEmbedded({ folder: process.argv[2] ?? '' })
const { events } = engines.of('delivery')
/** Writes as soon as the reader of the pipe has taken the earlier lines. */
const say = (line: string): void => {
  for (;;) {
    try {
      return void writeSync(1, `${line}\n`)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
    }
  }
}

const appendTwoByTwo = async (stream: string): Promise<void> => {
  let last = (await events.read(stream)).at(-1)?.revision ?? -1
  for (;;) {
    const two = [last + 1, last + 2].map((revision) => ({
      id: `${stream}@${revision}`,
      type: 'ParcelWeighed',
      version: 1,
      data: { grams: revision },
      metadata: {},
    }))
    last = (await events.append(stream, two, last < 0 ? 'no-stream' : last)).revision
    for (const { id } of two) say(`${stream} ${id}`)
  }
}

say('open')
const streams = Array.from({ length: writersAtOnce }, (_, writer) => `parcel-${writer}`)
const outcomes = await Promise.allSettled(streams.map(appendTwoByTwo))
for (const outcome of outcomes) {
  if (outcome.status === 'rejected') say(`stopped ${outcome.reason.name} ${engines.healthy()}`)
}
await engines.close()
