import * as z from 'zod/mini'
import { viewBehind as viewOfService } from '../api/operations.ts'
import { engineTroubles, sharedEngines } from '../vocabulary/index.ts'
import { bffCall } from './internal-call.ts'

/** Positions are the store's; `event` is a type of event, `error` the class of what it led to, never a message. */
export const viewBehind = z.omit(viewOfService, { service: true })

/** What stands in `stream` from `revision` on is not what was recorded, or follows on that; `since` is an ISO instant. */
const damagedStream = z.object({
  stream: z.string(),
  revision: z.number(),
  position: z.number(),
  since: z.string(),
})

/** An engine that processes share and that the process which is asked can't use now. */
const degradedEngine = z.object({ engine: z.enum(sharedEngines), state: z.enum(engineTroubles) })

/** Part of the contract of every service that keeps read models. */
export const behindCalls = {
  /**
   * Which of them are not where the others are, as the process that is asked knows it. The replica that fills them knows
   * what stopped one. Another one watches their checkpoints: it knows where each stands and at which position one was
   * stopped, and says null for the event and the error, unless it has met them itself.
   */
  behind: bffCall.output(z.array(viewBehind)),
  /** As all of the service's processes have met them, in the order of their store. */
  damaged: bffCall.output(z.array(damagedStream)),
  /** Which shared engines the process that is asked can't use now. */
  degraded: bffCall.output(z.array(degradedEngine)),
}
