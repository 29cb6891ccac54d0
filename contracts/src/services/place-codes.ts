import * as z from 'zod/mini'
import { commandContext } from './command-context.ts'
import { bffCall } from './internal-call.ts'

const placeCode = z.object({ place: z.string(), code: z.string() })

/** The codes of places on labels: each place gets its own when a shop or a price is added there. */
export const placeCodeCalls = {
  /** In the order of the alphabet, with places that parcels no longer go to, because some may be under way there. */
  placeCodes: bffCall.output(z.array(placeCode)),
  /** By admins; no other place ever gets the previous code. @refuses not_found, place_code_taken (details: place) */
  setPlaceCode: bffCall.input(z.extend(placeCode, { asked: commandContext })).output(z.object({})),
}
