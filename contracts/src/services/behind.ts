import * as z from 'zod/mini'
import {
  damageStates,
  publishedAgain as publishedAgainOfService,
  viewBehind as viewOfService,
} from '../api/operations.ts'
import { engineTroubles, sharedEngines } from '../vocabulary/index.ts'
import { bffCall, callFrom } from './internal-call.ts'

/** Positions are the store's. `event` is an event type and `error` the name of an error class, never its message. */
export const viewBehind = z.omit(viewOfService, { service: true })

/**
 * From `revision` on, the content of `stream` is not what was recorded, or depends on it; `since` is an ISO instant.
 */
const damagedStream = z.object({
  stream: z.string(),
  revision: z.number(),
  position: z.number(),
  since: z.string(),
})

/** Documents of `collection` differ from what was written; `since` is an ISO instant. */
const damagedCollection = z.object({ collection: z.string(), since: z.string(), state: z.enum(damageStates) })

/** A shared engine that the asked process cannot use now. */
const degradedEngine = z.object({ engine: z.enum(sharedEngines), state: z.enum(engineTroubles) })

/** What the daily audit of all that a service stores found to be wrong; names no person. Instants are ISO. */
const finding = z.object({
  /** `row_differs`, or the name of one of the service's checks. */
  kind: z.string(),
  /** The row, stream, account, or day and shop. */
  about: z.string(),
  /** Null where the value itself may not be shown. */
  expected: z.nullable(z.string()),
  found: z.nullable(z.string()),
  since: z.string(),
  lastSeen: z.string(),
})

/** See `publishedAgain` of the api; the service is that of the topic. */
const publishedAgain = z.omit(publishedAgainOfService, { service: true })

const audited = z.object({ lastPass: z.nullable(z.string()), findings: z.array(finding) })

/** Part of the contract of every service that keeps read models. */
export const behindCalls = {
  /**
   * The views that are behind, as the asked process knows it. The replica that fills the views knows why one stopped.
   * Another replica only watches their checkpoints: it knows the position of each and where one stopped, and answers
   * null for event and error unless it has met them itself.
   */
  behind: bffCall.output(z.array(viewBehind)),
  /** As all processes of the service have found them, in the order of their store. */
  damaged: bffCall.output(z.array(damagedStream)),
  /** Collections with damaged documents, as the asked process has found them. */
  damagedCollections: bffCall.output(z.array(damagedCollection)),
  /** What the last full pass of the auditor found, and when it ended (null before the first). */
  audited: callFrom('bff', 'notification').output(audited),
  /** Messages of the service's topic that Kafka had forgotten in the last week, so that they were published again. */
  publishedAgain: bffCall.output(z.array(publishedAgain)),
  /** The shared engines that the asked process cannot use now. */
  degraded: bffCall.output(z.array(degradedEngine)),
}

/** In notification's own contract, because no service calls itself. */
export const ownAuditedCall = {
  /** What the last full pass of the auditor found, and when it ended (null before the first). */
  audited: bffCall.output(audited),
}
