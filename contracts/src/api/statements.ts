import * as z from 'zod/mini'
import {
  deliveryTypes,
  differenceCounts,
  differenceTabs,
  outgoings,
  rowDirections,
  statementStates,
  treatedKinds,
} from '../vocabulary/index.ts'
import { paymentReason } from './admin-payments.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, paging } from './fields.ts'

const count = z.number()

/** An uploaded file. `name` is the uploader's name for it; `closed` aborts when the uploader has disconnected. */
export type StatementFile = AsyncIterable<Uint8Array> & { readonly name: string | null; readonly closed: AbortSignal }

/** A statement of the till after reading. `from` and `to` are instants: those of its oldest and its newest row. */
export const statement = z.object({
  _id: z.string(),
  state: z.enum(statementStates),
  readAt: z.string(),
  from: z.string(),
  to: z.string(),
  rows: count,
  /** The number of rows imported so far. */
  applied: count,
  /** The short code in its head; null when the head has none. */
  shortCode: z.nullable(z.string()),
  /** No admin has confirmed yet that this short code is ours: committing the statement confirms it. */
  confirm: z.boolean(),
  /** Read from the file's name, and used only after an admin has confirmed it. Days are YYYY-MM-DD. */
  proposal: z.nullable(
    z.object({ shortCode: z.nullable(z.string()), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  ),
})
export type Statement = z.infer<typeof statement>

/** Amounts are in cents, because charges have cents. `paymentId` leads to a payment that we know. */
export const statementLine = z.object({
  receipt: z.string(),
  cents: z.number(),
  at: z.string(),
  /** For `differs`: the amount that we had recorded. */
  knownCents: z.optional(z.number()),
  /** For an unclear row: M-Pesa's own words for it. */
  name: z.optional(z.string()),
})
export type StatementLine = z.infer<typeof statementLine>
/** The rows that are shown at once, and how many there are. */
const lines = z.object({ count, lines: z.array(statementLine) })

/** A kind of rows that we do not know: M-Pesa's own words for it, the number of rows and their sum in cents. */
const unknownKind = {
  _id: z.string(),
  name: z.string(),
  direction: z.enum(rowDirections),
  count,
  cents: z.number(),
  /** How an admin has decided to book such rows; null before that. */
  as: z.nullable(z.enum(treatedKinds)),
}
/** `open`: its rows that are still unclear. */
const rowKind = z.object({ ...unknownKind, since: z.nullable(z.string()), open: count })
export type RowKindOfStatements = z.infer<typeof rowKind>
const kindName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
const sum = z.object({ count, cents: z.number() })

/** What the import would do now, and where the running balance has a gap. */
const statementPreview = z.extend(statement, {
  matched: count,
  /**
   * `newMoney`: rows for payments that we do not know. `missing`: payments that we know and the statement does not
   * have.
   */
  newMoney: lines,
  missing: lines,
  differs: lines,
  reversals: lines,
  /** Payments that failed according to M-Pesa, although a payer has shown their message. */
  failedShown: lines,
  unclear: lines,
  charges: sum,
  settled: sum,
  overdraft: sum,
  paidOut: sum,
  sweeps: sum,
  notOurs: sum,
  /** Rows that were imported before, as they would be read now. */
  known: count,
  /** The unknown kinds in this file. */
  kinds: z.array(z.object(unknownKind)),
  /** It was imported, and since then an admin has decided on more of its kinds: it may be committed again. */
  again: z.boolean(),
  failed: count,
  gaps: z.object({ count, lines: z.array(z.object({ row: z.number(), at: z.string(), cents: z.number() })) }),
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
})
export type StatementPreview = z.infer<typeof statementPreview>

/** An open point of a statement that an admin must look at. */
const difference = z.object({
  _id: z.string(),
  receipt: z.string(),
  cents: z.number(),
  at: z.string(),
  /**
   * The payer, and the amount in whole shillings that they showed if it differs; missing while no payer has claimed the
   * payment.
   */
  senderName: z.optional(z.string()),
  told: z.optional(z.number()),
  /** For an unclear row: M-Pesa's own words for it. */
  name: z.optional(z.string()),
  /**
   * The parcel that it pays for, as people call it; null when it is deleted, missing when it pays for none or delivery
   * did not answer.
   */
  parcel: z.optional(
    z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
  ),
  /**
   * For money that left: the payout or refund as recorded, with the payee at that time and the admin who recorded it
   * (null: none has this receipt), and what the statement says left the till (null: it has no such row). Amounts in
   * cents.
   */
  paidOut: z.optional(
    z.object({
      noted: z.nullable(
        z.object({
          ...{ of: z.enum(outgoings), cents: z.number(), at: z.string() },
          ...{ by: z.nullable(z.string()), name: z.nullable(z.string()), phone: z.nullable(z.string()) },
        }),
      ),
      statedCents: z.nullable(z.number()),
    }),
  ),
})
export type Difference = z.infer<typeof difference>

const counted = z.object({ count: z.number(), more: z.boolean() })

/** How an admin books rows of an unknown kind. */
export const treatForm = z.object({ as: z.enum(treatedKinds, 'Please say what these entries are.') })

export const statements = {
  /**
   * The body is the file itself, up to 60 MiB: CSV, `.xlsx`, or `.xls` (also HTML under that name), recognised by its
   * first bytes. Nothing is booked before it is committed. The same file again is the same statement. `X-File-Name`,
   * percent-encoded and at most 200 characters: its short code and period are a proposal.
   */
  upload: call(
    adminAct,
    'statement_too_large',
    'statement_not_csv',
    'statement_not_readable',
    'statement_password',
    'statement_unknown',
    'statement_empty',
    'statement_cut',
    'statement_row',
    'statement_other_till',
  )
    .route({ method: 'POST', path: '/admin/statements', tags: ['statements'] })
    .input(z.object({ file: z.custom<StatementFile>(isFile) }))
    .output(statement),
  /** Newest first. */
  list: call(['admin'])
    .route({ method: 'GET', path: '/admin/statements', tags: ['statements'] })
    .input(z.object(paging))
    .output(z.array(statement)),
  preview: call(personalData, 'not_found')
    .route({ method: 'GET', path: '/admin/statements/{id}/findings', tags: ['statements'] })
    .input(z.object({ id }))
    .output(statementPreview),
  /**
   * Imports the whole statement from now on, also across restarts. `shortCode`: the one in the file's name, if it is
   * right.
   */
  commit: call(adminAct, 'not_found', 'statement_unconfirmed', 'statement_other_till')
    .route({ method: 'POST', path: '/admin/statements/{id}/commit', tags: ['statements'] })
    .input(z.object({ id, isOurs: z.optional(z.boolean()), shortCode: z.optional(z.string().check(z.maxLength(9))) }))
    .output(statement),
  /** Kinds of rows that we do not know, those with most rows first. */
  kinds: call(['admin'])
    .route({ method: 'GET', path: '/admin/statements/kinds', tags: ['statements'] })
    .output(z.array(rowKind)),
  /** Books rows of this kind that way, from the next import on. */
  treatKind: call(adminAct, 'row_kind_treated')
    .route({ method: 'POST', path: '/admin/statements/kinds', tags: ['statements'] })
    .input(z.extend(treatForm, { name: kindName, direction: z.enum(rowDirections) }))
    .output(rowKind),
  /** Takes back the bookings of that kind; its rows are unclear again. */
  undoKind: call(adminAct, 'not_found')
    .route({ method: 'POST', path: '/admin/statements/kinds/{id}/undo', tags: ['statements'] })
    .input(z.object({ id }))
    .output(z.object({ _id: z.string() })),
  differences: call(personalData)
    .route({ method: 'GET', path: '/admin/differences', tags: ['statements'] })
    .input(z.object({ ...paging, tab: z.enum(differenceTabs) }))
    .output(z.array(difference)),
  differenceCounts: call(['admin'])
    .route({ method: 'GET', path: '/admin/differences/counts', tags: ['statements'] })
    .output(z.record(z.enum(differenceCounts), counted)),
  /**
   * Records why no admin needs to look at it any longer. For a row of an unknown kind this says that it is not Tuma's.
   * Money that left comes back to the list when its payout, refund or row changes later.
   */
  explain: call(adminAct, 'not_found', 'own_money')
    .route({ method: 'POST', path: '/admin/differences/{id}/explain', tags: ['statements'] })
    .input(z.extend(paymentReason, { id }))
    .output(z.object({ _id: z.string() })),
}

function isFile(file: unknown): boolean {
  return typeof file === 'object' && file !== null && Symbol.asyncIterator in file
}
