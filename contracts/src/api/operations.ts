import * as z from 'zod/mini'
import { backupTroubles, deliveryTypes, engineTroubles, messagePurses, sharedEngines } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { line, paging } from './fields.ts'

const admins = ['admin'] as const

/** A message that a service gave up on, and the messages of the same key behind it. Holds no personal data. */
export const parked = z.object({
  id: z.string(),
  topic: z.string(),
  group: z.string(),
  key: z.string(),
  type: z.string(),
  reason: z.string(),
  parkedAt: z.string(),
})
export type Parked = z.infer<typeof parked>

/** Each service keeps its own read models. */
const readModelServices = ['identity', 'payment', 'delivery', 'revenue', 'notification'] as const
const service = z.enum(readModelServices)

/** A read model that does not show all recorded events. Positions are of its service's store. */
export const viewBehind = z.object({
  service,
  /** With its version: deliveries-v11. */
  view: z.string(),
  /** Position of the last event that it shows; null before the first. */
  position: z.nullable(z.number()),
  /**
   * The event that it cannot apply until a new release; type and error are null when the asked replica has not met
   * them. Null: it catches up.
   */
  stoppedBy: z.nullable(
    z.object({ position: z.nullable(z.number()), event: z.nullable(z.string()), error: z.nullable(z.string()) }),
  ),
})
export type ViewBehind = z.infer<typeof viewBehind>

/** Settings that mislead the people who use this installation, until its operator corrects them. */
export const startWarnings = [
  'emails_stay',
  'sms_stay',
  'no_public_url',
  'sample_till',
  'no_contact_phone',
  'certificate_ends',
  'second_factor_optional',
] as const
export type StartWarning = (typeof startWarnings)[number]

/** A service that is more than a minute behind what it listens to. */
const groupBehind = z.object({
  service,
  topic: z.string(),
  messages: z.number(),
  seconds: z.number(),
})
export type GroupBehind = z.infer<typeof groupBehind>

/** An SMS or e-mail that should have left more than a minute ago. Holds no personal data. */
const unsent = z.object({
  messageId: z.string(),
  channel: z.enum(['sms', 'email']),
  /** The key of its text. */
  template: z.string(),
  /**
   * The parcel that the message is about; null when it is deleted, missing when it is about none or delivery did not
   * answer.
   */
  parcel: z.optional(
    z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
  ),
  since: z.string(),
  attempts: z.number(),
  /**
   * A word for why the last attempt failed, why the message is on hold, or that no provider carries its kind; null when
   * nothing is wrong.
   */
  reason: z.nullable(z.string()),
  /** True: it is sent as soon as possible. False: it is sent only when an admin says so. */
  isWaiting: z.boolean(),
  /**
   * False for an e-mail whose link has expired (its reader asks for a new one), and when no provider carries its kind.
   */
  canBeSent: z.boolean(),
})
export type Unsent = z.infer<typeof unsent>

/** An SMS or e-mail that was sent a second time because the first had no answer. Holds no personal data. */
const repeated = z.extend(z.pick(unsent, { messageId: true, channel: true, template: true, parcel: true }), {
  /** The last time. */
  at: z.string(),
})
export type Repeated = z.infer<typeof repeated>

/**
 * A stream with damage on the disk: views show what they showed before, it accepts no events, and the operator must
 * restore it.
 */
const damagedStream = z.object({
  service,
  /** The kind of entity: delivery, account, payment. */
  kind: z.string(),
  id: z.string(),
  /** Revision of the damaged event in its stream (0 is the first), and its position in the service's store. */
  revision: z.number(),
  position: z.number(),
  /** When the damage was found. */
  since: z.string(),
})
export type DamagedStream = z.infer<typeof damagedStream>

/**
 * What becomes of a collection with damaged documents. `filling`: its list fills again from events by itself. `stays`: it
 * did so on the same day already, so the operator must rebuild it. `kept`: no event has its documents, so the operator
 * must restore them.
 */
export const damageStates = ['filling', 'stays', 'kept'] as const

const damagedCollection = z.object({
  service,
  /** With its version: entries-v1. */
  collection: z.string(),
  /** When the damage was found. */
  since: z.string(),
  state: z.enum(damageStates),
})
export type DamagedCollection = z.infer<typeof damagedCollection>
/** What the daily audit of all that is stored found to be wrong. Names no person. */
const auditFinding = z.object({
  service,
  /** A word for what is wrong: `row_differs`. */
  kind: z.string(),
  /** The row, stream, account, or day and shop. */
  about: z.string(),
  /** Null where the value itself may not be shown. */
  expected: z.nullable(z.string()),
  found: z.nullable(z.string()),
  /** When a pass found it first. */
  since: z.string(),
})
export type AuditFinding = z.infer<typeof auditFinding>

/** Messages that Kafka had forgotten after it had acknowledged them, so that they were published again. */
export const publishedAgain = z.object({
  /** Its topic has the same name. */
  service,
  /** When the last loss was noticed. */
  at: z.string(),
  /** How many were published again since then; some of them were not lost. */
  messages: z.number(),
  /** How often this topic has lost messages so far. */
  times: z.number(),
  /** False: all are published again. */
  isUnderWay: z.boolean(),
})
export type PublishedAgain = z.infer<typeof publishedAgain>

/** An engine that a process cannot use now. People notice the effects, and it recovers by itself. */
const degradedEngine = z.object({ engine: z.enum(sharedEngines), state: z.enum(engineTroubles) })
export type DegradedEngine = z.infer<typeof degradedEngine>

/** The place of the backup has not taken everything since then. It catches up by itself. */
const backupBehind = z.object({ state: z.enum(backupTroubles), since: z.string() })
export type BackupBehind = z.infer<typeof backupBehind>

const counted = z.object({
  count: z.number(),
  /** True when there are more than were counted. */
  more: z.boolean(),
})

export const operations = {
  /**
   * What the office should look at today. Parcels: those that have been at a shop for three days, and those that a
   * rider has had for a day whose money has not arrived, with the sum. Messages: parked between services, and not sent.
   * Money: payments in doubt, payments of no account, payments with which nothing was sent in a day, and open rows of
   * statements (money of no account counts as a payment). Approvals: requests that wait for another admin. A number
   * that cannot be counted now is null.
   */
  attention: call(admins)
    .route({ method: 'GET', path: '/admin/attention', tags: ['operations'] })
    .output(
      z.object({
        waiting: z.nullable(counted),
        due: z.nullable(z.extend(counted, { amount: z.number() })),
        /** Held, in transit for two days, and lost. */
        stuck: z.optional(z.nullable(z.object({ held: counted, stuck: counted, lost: counted }))),
        parked: z.nullable(z.number()),
        approvals: z.optional(z.nullable(counted)),
        /** The caller's own requests that another admin has approved and that are not done yet. */
        approved: z.optional(z.nullable(counted)),
        unsent: z.nullable(z.number()),
        money: z.nullable(z.object({ doubted: counted, unchecked: counted, unclaimed: counted, unused: counted })),
        statements: z.optional(
          z.nullable(
            z.object({
              ...{ missing: counted, differs: counted, unclear: counted },
              ...{ paidOutMissing: counted, paidOutUnnoted: counted, paidOutDiffers: counted },
            }),
          ),
        ),
        /** Drawers with cash older than a day, uncounted hand-overs, unexplained cash, and senders who must be paid. */
        books: z.optional(
          z.nullable(
            z.object({
              ...{ drawers: counted, handOvers: counted, unexplained: counted, ready: counted },
              /** Money that left without a second admin. */
              unapproved: z.optional(counted),
            }),
          ),
        ),
      }),
    ),
  /** Empty in a demonstration. */
  startWarnings: call(admins)
    .route({ method: 'GET', path: '/admin/start-warnings', tags: ['operations'] })
    .output(z.object({ warnings: z.array(z.enum(startWarnings)) })),
  /**
   * Read models that are behind, services whose listening is behind, damaged streams and collections, what the daily
   * audit found, messages that were published again, services with no process that can answer now, engines that another service cannot use, and the backup
   * while it is behind. Of several replicas, one is asked.
   */
  readModels: call(admins)
    .route({ method: 'GET', path: '/admin/read-models', tags: ['operations'] })
    .output(
      z.object({
        behind: z.array(viewBehind),
        lagging: z.array(groupBehind),
        damaged: z.array(damagedStream),
        damagedCollections: z.optional(z.array(damagedCollection)),
        findings: z.optional(z.array(auditFinding)),
        /** When the last full audit of each service ended; null before the first. */
        lastPass: z.optional(z.array(z.object({ service, at: z.nullable(z.string()) }))),
        /** Of the last week; missing where there were none. */
        publishedAgain: z.optional(z.array(publishedAgain)),
        unanswered: z.array(service),
        degraded: z.optional(z.array(degradedEngine)),
        backup: z.optional(backupBehind),
      }),
    ),
  /** Oldest first. */
  parked: call(admins)
    .route({ method: 'GET', path: '/admin/parked', tags: ['operations'] })
    .output(z.array(parked)),
  /** SMS and e-mails, newest first. */
  unsent: call(admins)
    .route({ method: 'GET', path: '/admin/unsent', tags: ['operations'] })
    .input(z.object(paging))
    .output(z.array(unsent)),
  /** SMS and e-mails of the last 24 hours that their people may have twice, newest first. */
  repeated: call(admins)
    .route({ method: 'GET', path: '/admin/repeated-messages', tags: ['operations'] })
    .input(z.object(paging))
    .output(z.array(repeated)),
  /** Sends one of them at once, or all when no id is given, whatever is left of the day's SMS. */
  sendUnsent: call(adminAct)
    .route({ method: 'POST', path: '/admin/unsent/send', tags: ['operations'] })
    .input(z.object({ messageId: z.optional(line('Message', 100)) }))
    .output(z.object({ sent: z.number() })),
  /**
   * Drops one of them, or all when no id is given: it leaves the list for good and is never sent. A message that is
   * being sent now stays. Also works for messages of a deleted parcel.
   */
  dismissUnsent: call(adminAct)
    .route({ method: 'POST', path: '/admin/unsent/dismiss', tags: ['operations'] })
    .input(z.object({ messageId: z.optional(line('Message', 100)) }))
    .output(z.object({ dismissed: z.number() })),
  /**
   * What messages may cost a day in Nairobi, by the people who cause them: segments of SMS, and e-mails to
   * `unknownAddresses`. `stopped`: since when messages for strangers wait, and the name of the admin who stopped them
   * (null when the account is deleted); null: they are sent.
   */
  budgets: call(admins)
    .route({ method: 'GET', path: '/admin/message-budgets', tags: ['operations'] })
    .output(
      z.object({
        purses: z.array(z.object({ purse: z.enum(messagePurses), spent: z.number(), left: z.number() })),
        stopped: z.nullable(z.object({ since: z.string(), by: z.nullable(z.string()) })),
        at: z.string(),
      }),
    ),
  /**
   * SMS of `strangers` and e-mails to `unknownAddresses` wait from now on, or are sent again within the hour. Codes,
   * parcels on their way, and messages of accounts and of confirmed payments are still sent.
   */
  stopStrangers: call(adminAct)
    .route({ method: 'PUT', path: '/admin/strangers', tags: ['operations'] })
    .input(z.object({ stop: z.boolean() }))
    .output(z.object({ stopped: z.boolean() })),
  /** Gives the parked messages of one key back, in order. */
  replay: call(adminAct)
    .route({ method: 'POST', path: '/admin/parked/replay', tags: ['operations'] })
    .input(z.object({ topic: line('Topic'), group: line('Group'), key: line('Key', 200) }))
    .output(z.object({ replayed: z.number() })),
}
