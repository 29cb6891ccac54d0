import * as z from 'zod/mini'

/**
 * A caller sent a cursor that this list did not give out. The error has the shape of a refusal (bad_input), so that no
 * caller needs to translate it.
 */
export class BadCursor extends Error {
  override readonly name = 'Refused'
  readonly code = 'bad_input'
  readonly details = { field: 'cursor' } as const
}

/** Cursors that hold the end of a page, as a text that needs no encoding in a URL. */
export const createCursors = <Place>(place: z.ZodMiniType<Place>) => ({
  write: (end: Place): string => Buffer.from(JSON.stringify(end)).toString('base64url'),
  /** @throws BadCursor */
  read(cursor: string): Place {
    try {
      return z.parse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    } catch {
      // It is no JSON, or has another shape: not one of our cursors.
      throw new BadCursor()
    }
  },
})
