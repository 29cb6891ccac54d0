import { createRequire } from 'node:module'
import kafkajs from 'kafkajs'

export { Kafka, logLevel, Partitioners } from 'kafkajs'
/** CommonJS: node does not find these by name. */
export const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs

/** The part of kafkajs's queue that holds the requests of one connection. It has no types. */
type RequestQueue = {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

const { prototype: queue }: { prototype: RequestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
)
const scheduleCheck = queue.scheduleCheckPendingRequests

/**
 * Sets the timer of kafkajs 2.2.4 only while a request is pending. kafkajs sets it after each answer, also for an empty
 * queue, with a negative delay that Node takes as 1 ms: a check every millisecond on each connection, and a
 * TimeoutNegativeWarning on Node 24 (tulios/kafkajs issues 1704 and 1751, open in both the release and its beta).
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheck.call(this)
}
