import { setImmediate as yieldThread } from 'node:timers/promises'

/** So many take some milliseconds of the thread. */
const chunkSize = 64

/**
 * A batch in chunks, so that other work gets the thread in between: the pages of a follower that is far behind are
 * long, and one of them in one piece would delay every answer by tenths of a second.
 */
export async function* getChunks<One>(batch: readonly One[]): AsyncGenerator<readonly One[]> {
  for (let from = 0; from < batch.length; from += chunkSize) {
    if (from > 0) await yieldThread()
    yield batch.slice(from, from + chunkSize)
  }
}

/** As `Promise.all` over a batch, in order, chunk by chunk. */
export const mapInChunks = async <One, Made>(
  batch: readonly One[],
  make: (one: One) => Made | Promise<Made>,
): Promise<Made[]> => {
  const made: Made[] = []
  for await (const chunk of getChunks(batch)) made.push(...(await Promise.all(chunk.map(make))))
  return made
}
