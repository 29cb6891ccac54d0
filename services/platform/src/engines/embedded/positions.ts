import type { Connection } from './connection.ts'

/** Of events, along all services: given before they are written, so that what follows from them can be written with them. */
export type Positions = {
  /** The first of so many. What is not written after all leaves a gap. */
  next(count: number): number
}

/** For the one process that has the folder. */
export const openPositions = (reader: Connection): Positions => {
  let last = Number(reader.prepare('select max(position) as position from events').get()?.position ?? 0)
  return {
    next(count) {
      const first = last + 1
      last += count
      return first
    },
  }
}
