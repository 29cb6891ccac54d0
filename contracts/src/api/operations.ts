import * as z from 'zod/mini'
import { deliveryTypes, engineTroubles, messagePurses, sharedEngines } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { line, paging } from './fields.ts'

const admins = ['admin'] as const

/** A message that a service gave up on, and those of the same key behind it. No personal data stands in it. */
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

/** Each keeps read models of its own. */
const readModelServices = ['identity', 'payment', 'delivery', 'revenue', 'notification'] as const
const service = z.enum(readModelServices)

/** A read model that does not show all that is recorded. Positions are of its service's store. */
export const viewBehind = z.object({
  service,
  /** With its version: deliveries-v9. */
  view: z.string(),
  /** Of the last event that it shows; null: of none yet. */
  position: z.nullable(z.number()),
  /** What it can't take, until a release can; type and error as far as who was asked has met them. Null: it catches up. */
  stoppedBy: z.nullable(
    z.object({ position: z.nullable(z.number()), event: z.nullable(z.string()), error: z.nullable(z.string()) }),
  ),
})
export type ViewBehind = z.infer<typeof viewBehind>

/** What would mislead the people who use this installation, until whoever runs it mends it. */
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

/** An SMS or e-mail that should have left more than a minute ago. No personal data stands in it. */
const unsent = z.object({
  messageId: z.string(),
  channel: z.enum(['sms', 'email']),
  /** Which text of ours. */
  template: z.string(),
  /** The parcel it tells of; null where that is deleted, missing where it tells of none or nobody can say. */
  parcel: z.optional(
    z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
  ),
  since: z.string(),
  attempts: z.number(),
  /** Why the last attempt failed, why it is held, or that nobody carries it, as a word; null when nothing is wrong. */
  reason: z.nullable(z.string()),
  /** It is sent as soon as that is possible; else only when an admin says so. */
  isWaiting: z.boolean(),
  /** False of a mail whose link has ended (whoever wants one asks for a new one), and where nobody carries its kind. */
  canBeSent: z.boolean(),
})
export type Unsent = z.infer<typeof unsent>

/** What was recorded there is damaged on the disk: it is shown as it was, takes nothing more, and is to be restored. */
const damagedStream = z.object({
  service,
  /** Of what it tells: delivery, account, payment. */
  kind: z.string(),
  id: z.string(),
  /** Of the damaged event in its stream (0 is the first), and its place in the service's store. */
  revision: z.number(),
  position: z.number(),
  /** When it was met. */
  since: z.string(),
})
export type DamagedStream = z.infer<typeof damagedStream>

/** A part of the installation that some process can't use now: people see what follows from it, and it goes on by itself. */
const degradedEngine = z.object({ engine: z.enum(sharedEngines), state: z.enum(engineTroubles) })
export type DegradedEngine = z.infer<typeof degradedEngine>

const counted = z.object({
  count: z.number(),
  /** So many were counted, and there are more. */
  more: z.boolean(),
})

export const operations = {
  /**
   * What the office should look at today. Parcels: those that have lain at a shop for three days, and those that a rider has
   * had for a day whose money has not come in, with how much that is. Messages: parked between services, and not sent. Money:
   * payments that are doubted, that are nobody's, and with which nothing was sent in a day; what statements leave to be
   * looked at, but money that is nobody's, which is among the payments. Approvals: what waits for another admin.
   * What can't be counted now is null.
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
        /** Of the caller's own: another admin has approved them, and they are not done yet. */
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
        /** Drawers with cash older than a day, cash that nobody has counted or explained, senders to be paid. */
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
  /** Nothing in a demonstration. */
  startWarnings: call(admins)
    .route({ method: 'GET', path: '/admin/start-warnings', tags: ['operations'] })
    .output(z.object({ warnings: z.array(z.enum(startWarnings)) })),
  /**
   * Those that are behind, who is with listening, what they can't show since it is damaged, the services of which
   * no process can say now, and the engines that one of the others can't use. Of several replicas one is asked.
   */
  readModels: call(admins)
    .route({ method: 'GET', path: '/admin/read-models', tags: ['operations'] })
    .output(
      z.object({
        behind: z.array(viewBehind),
        lagging: z.array(groupBehind),
        damaged: z.array(damagedStream),
        unanswered: z.array(service),
        degraded: z.optional(z.array(degradedEngine)),
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
  /** Has one of them sent at once, or, where no id is given, all; whatever is left of the day's SMS. */
  sendUnsent: call(adminAct)
    .route({ method: 'POST', path: '/admin/unsent/send', tags: ['operations'] })
    .input(z.object({ messageId: z.optional(line('Message', 100)) }))
    .output(z.object({ sent: z.number() })),
  /**
   * One of them, or, where no id is given, all, is never sent, and leaves the list; that can't be taken back. What is just
   * being sent stays. Also of a parcel that is deleted, of which nothing is left to send.
   */
  dismissUnsent: call(adminAct)
    .route({ method: 'POST', path: '/admin/unsent/dismiss', tags: ['operations'] })
    .input(z.object({ messageId: z.optional(line('Message', 100)) }))
    .output(z.object({ dismissed: z.number() })),
  /**
   * What messages may cost a day in Nairobi, by who has us pay for them: segments of SMS, of `unknownAddresses` e-mails. `stopped`:
   * since when what strangers cost waits, and the name of the admin who said so, null of one who left; null: it goes.
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
   * SMS of `strangers` and e-mails to `unknownAddresses` wait from now on, or go again within the hour. Codes, parcels in hand and
   * what accounts and confirmed payments cost go on.
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
