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

/** A file as it is sent. `name` as its sender calls it; `closed` where the sender has gone. */
export type StatementFile = AsyncIterable<Uint8Array> & { readonly name: string | null; readonly closed: AbortSignal }

/** A statement of the till as it was read. `from` and `to` are those of its oldest and its newest row, instants. */
export const statement = z.object({
  _id: z.string(),
  state: z.enum(statementStates),
  readAt: z.string(),
  from: z.string(),
  to: z.string(),
  rows: count,
  /** How many of them have been taken over. */
  applied: count,
  /** As its head says; null where it does not. */
  shortCode: z.nullable(z.string()),
  /** Nobody has said yet that this short code is ours: whoever commits it does. */
  confirm: z.boolean(),
  /** What the file's name says: it counts once an admin has confirmed it. Days, YYYY-MM-DD. */
  proposal: z.nullable(
    z.object({ shortCode: z.nullable(z.string()), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  ),
})
export type Statement = z.infer<typeof statement>

/** Money in these is cents: a charge has some. `paymentId` leads to a payment that we know. */
export const statementLine = z.object({
  receipt: z.string(),
  cents: z.number(),
  at: z.string(),
  /** Of `differs`: what we took it for. */
  knownCents: z.optional(z.number()),
  /** Of an unclear row: M-Pesa's own words for it. */
  name: z.optional(z.string()),
})
export type StatementLine = z.infer<typeof statementLine>
/** As many as are shown at once, and how many there are. */
const lines = z.object({ count, lines: z.array(statementLine) })

/** A kind of rows that we do not know: M-Pesa's own words for it, how many rows there are and what they come to, in cents. */
const unknownKind = {
  _id: z.string(),
  name: z.string(),
  direction: z.enum(rowDirections),
  count,
  cents: z.number(),
  /** As what an admin has such rows booked; null where no admin has said. */
  as: z.nullable(z.enum(treatedKinds)),
}
/** `open`: rows of it that are unclear still. */
const rowKind = z.object({ ...unknownKind, since: z.nullable(z.string()), open: count })
export type RowKindOfStatements = z.infer<typeof rowKind>
const kindName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
const sum = z.object({ count, cents: z.number() })

/** What its import would do now, and where its running balance does not go on. */
const statementPreview = z.extend(statement, {
  matched: count,
  /** Known by its rows, and not the other way round. */
  newMoney: lines,
  missing: lines,
  differs: lines,
  reversals: lines,
  /** Came to nothing, as M-Pesa says, though somebody has shown it. */
  failedShown: lines,
  unclear: lines,
  charges: sum,
  settled: sum,
  overdraft: sum,
  paidOut: sum,
  sweeps: sum,
  notOurs: sum,
  /** Rows that were imported before, as they are read now. */
  known: count,
  /** In this file. */
  kinds: z.array(z.object(unknownKind)),
  /** It was imported, and an admin has said more about its kinds since: it may be committed again. */
  again: z.boolean(),
  failed: count,
  gaps: z.object({ count, lines: z.array(z.object({ row: z.number(), at: z.string(), cents: z.number() })) }),
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
})
export type StatementPreview = z.infer<typeof statementPreview>

/** Something that a statement has left for somebody to look at. */
const difference = z.object({
  _id: z.string(),
  receipt: z.string(),
  cents: z.number(),
  at: z.string(),
  /** Who paid, and what they showed where that is another amount, in whole shillings; missing of what nobody has claimed. */
  senderName: z.optional(z.string()),
  told: z.optional(z.number()),
  /** Of an unclear row: M-Pesa's own words for it. */
  name: z.optional(z.string()),
  /** What it pays for, as people call it; null where it is deleted, missing where there is none or nobody can say. */
  parcel: z.optional(
    z.nullable(z.object({ id: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) })),
  ),
  /**
   * Of money that left: the payout or refund as it was noted, with the payee as they were then and the admin who noted it (null:
   * none names this receipt), and what the statement says left the till (null: it has no row). Money in cents.
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

/** As what an admin has rows of an unknown kind booked. */
export const treatForm = z.object({ as: z.enum(treatedKinds, 'Please say what these entries are.') })

export const statements = {
  /**
   * The body is the file itself, up to 60 MiB: CSV, `.xlsx`, or `.xls` (also HTML under that name), found out by its first bytes.
   * Nothing follows from it before it is committed. The same file again is the same statement. `X-File-Name`, percent-encoded and
   * at most 200 characters: its short code and period are a proposal.
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
  /** All of it is taken over from now on, whatever stops meanwhile. `shortCode`: the one of the file's name, where it is right. */
  commit: call(adminAct, 'not_found', 'statement_unconfirmed', 'statement_other_till')
    .route({ method: 'POST', path: '/admin/statements/{id}/commit', tags: ['statements'] })
    .input(z.object({ id, isOurs: z.optional(z.boolean()), shortCode: z.optional(z.string().check(z.maxLength(9))) }))
    .output(statement),
  /** Kinds of rows that we do not know; those with most rows first. */
  kinds: call(['admin'])
    .route({ method: 'GET', path: '/admin/statements/kinds', tags: ['statements'] })
    .output(z.array(rowKind)),
  /** Rows of this kind are booked as that, from the next import on. */
  treatKind: call(adminAct, 'row_kind_treated')
    .route({ method: 'POST', path: '/admin/statements/kinds', tags: ['statements'] })
    .input(z.extend(treatForm, { name: kindName, direction: z.enum(rowDirections) }))
    .output(rowKind),
  /** What was booked by that is taken back, and its rows are unclear again. */
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
   * No admin has to look at it any more, and why. A row of an unknown kind is then said to be none of Tuma's. Money that left
   * comes back to the list when its payout, refund or row says something else later.
   */
  explain: call(adminAct, 'not_found', 'own_money')
    .route({ method: 'POST', path: '/admin/differences/{id}/explain', tags: ['statements'] })
    .input(z.extend(paymentReason, { id }))
    .output(z.object({ _id: z.string() })),
}

function isFile(file: unknown): boolean {
  return typeof file === 'object' && file !== null && Symbol.asyncIterator in file
}
