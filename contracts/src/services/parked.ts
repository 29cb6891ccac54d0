import * as z from 'zod/mini'
import { parked } from '../api/operations.ts'
import { bffCall } from './internal-call.ts'

/** Part of the contract of every service that listens to others: the messages that its reactors gave up on. */
export const parkedCalls = {
  /** Oldest first. */
  parked: bffCall.output(z.array(parked)),
  /** Topics that it is more than a minute behind with, as the asked process knows it. */
  lagging: bffCall.output(
    z.array(z.object({ topic: z.string(), group: z.string(), messages: z.number(), seconds: z.number() })),
  ),
  /** Gives the parked messages of one key back to the group, in order; zero when the group is not this service's. */
  replay: bffCall
    .input(z.object({ topic: z.string(), group: z.string(), key: z.string() }))
    .output(z.object({ replayed: z.number() })),
}
