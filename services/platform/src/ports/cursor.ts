import * as z from 'zod/mini'

/**
 * Somebody turns pages with a cursor that this list did not give out: a mistake of their own. It is a refusal by its
 * shape (bad_input), so that nobody has to translate it.
 */
export class BadCursor extends Error {
  override readonly name = 'Refused'
  readonly code = 'bad_input'
  readonly details = { field: 'cursor' } as const
}

/** Cursors that say where a page ended, in a text that stands in an address as it is. */
export const createCursors = <Place>(place: z.ZodMiniType<Place>) => ({
  write: (end: Place): string => Buffer.from(JSON.stringify(end)).toString('base64url'),
  /** @throws BadCursor */
  read(cursor: string): Place {
    try {
      return z.parse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    } catch {
      // No JSON, or of another shape: not one of ours.
      throw new BadCursor()
    }
  },
})
