import * as z from 'zod/mini'
import { asked } from './asked.ts'
import { bffCall } from './internal-call.ts'

const placeCode = z.object({ place: z.string(), code: z.string() })

/** The codes of places that labels have: each place gets its own when a shop or a price is added there. */
export const placeCodeCalls = {
  /** By the alphabet, also of places that parcels no longer go to: some may be under way there. */
  placeCodes: bffCall.output(z.array(placeCode)),
  /** By admins; the code before is given to no other place. @refuses not_found, place_code_taken (details: place) */
  setPlaceCode: bffCall.input(z.extend(placeCode, { asked })).output(z.object({})),
}
