import { setImmediate as othersFirst } from 'node:timers/promises'

/** So many take some milliseconds of the thread. */
const atOnce = 64

/**
 * A batch piece by piece, so that other work gets the thread in between: the pages of a follower that is far behind are
 * long, and one of them in one piece would delay every answer by tenths of a second.
 */
export async function* getPieces<One>(batch: readonly One[]): AsyncGenerator<readonly One[]> {
  for (let from = 0; from < batch.length; from += atOnce) {
    if (from > 0) await othersFirst()
    yield batch.slice(from, from + atOnce)
  }
}

/** As `Promise.all` over a batch, in order, piece by piece. */
export const inTurns = async <One, Made>(
  batch: readonly One[],
  make: (one: One) => Made | Promise<Made>,
): Promise<Made[]> => {
  const made: Made[] = []
  for await (const piece of getPieces(batch)) made.push(...(await Promise.all(piece.map(make))))
  return made
}
