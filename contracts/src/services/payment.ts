import * as z from 'zod/mini'
import { adminPayment } from '../api/admin-payments.ts'
import { statement, statementLine } from '../api/statements.ts'
import {
  differenceCounts,
  differenceTabs,
  evidenceStates,
  type MpesaRefusal,
  mpesaRefusals,
  outgoings,
  type PastedNote,
  pastedNotes,
  paymentTabs,
  rowDirections,
  treatedKinds,
} from '../vocabulary/index.ts'
import { behindCalls } from './behind.ts'
import { actor, commandContext } from './command-context.ts'
import { counted } from './counted.ts'
import { history } from './history.ts'
import { bffCall, callFrom, type InternalContract } from './internal-call.ts'
import { approvalGiven, outgoingCalls } from './outgoing.ts'
import { parkedCalls } from './parked.ts'
import { payInCalls } from './pay-ins.ts'
import { paymentOfBookingCalls } from './payment-of-booking.ts'
import { prompt } from './prompt.ts'

const refusalCodes = Object.keys(mpesaRefusals) as [MpesaRefusal, ...MpesaRefusal[]]

const noteCodes = Object.keys(pastedNotes) as [PastedNote, ...PastedNote[]]
/** The other pasted messages, each with its M-Pesa receipt code if it has one. */
const found = z.optional(
  z.array(z.object({ receipt: z.nullable(z.string()), what: z.enum([...refusalCodes, ...noteCodes]) })),
)

/**
 * The result for a message or receipt code that a payer showed. `receipt`: the code by which the payer may claim a
 * payment whose message cannot be read, for example from a bank.
 */
const verified = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), amount: z.number(), sentence: z.string(), found }),
  z.object({ success: z.literal(false), code: z.enum(refusalCodes), receipt: z.optional(z.string()), found }),
])

/** A payment as admins see it, with the cents that evidence better than a message has shown. */
const heldPayment = z.extend(z.omit(adminPayment, { _id: true, paymentReference: true, parcel: true }), {
  paymentId: z.string(),
  cents: z.number(),
  /** Null while no payer has claimed it. */
  reference: z.nullable(z.string()),
})
export type HeldPayment = z.infer<typeof heldPayment>

const statementAbout = z.extend(z.omit(statement, { _id: true }), { statementId: z.string() })
export type StatementAbout = z.infer<typeof statementAbout>
/** The payer, the parcel, and the amount that the payer showed (whole shillings), as far as known. */
const difference = z.object({
  ...{ differenceId: z.string(), receipt: z.string(), cents: z.number(), at: z.string() },
  senderName: z.optional(z.string()),
  usedBy: z.optional(z.string()),
  told: z.optional(z.number()),
  name: z.optional(z.string()),
  /**
   * For money that left: the payout or refund as recorded (null: none has this receipt), and what the statement's rows
   * took from the till, in cents (null: it has no such row).
   */
  paidOut: z.optional(
    z.object({
      noted: z.nullable(
        z.object({
          ...{ of: z.enum(outgoings), cents: z.number(), by: z.string(), at: z.string() },
          ...{ name: z.nullable(z.string()), phone: z.nullable(z.string()) },
        }),
      ),
      statedCents: z.nullable(z.number()),
    }),
  ),
})
export type DifferenceFound = z.infer<typeof difference>
const rowKind = {
  kindId: z.string(),
  name: z.string(),
  direction: z.enum(rowDirections),
  as: z.nullable(z.enum(treatedKinds)),
  count: z.number(),
  cents: z.number(),
}
const rowKindFound = z.object({ ...rowKind, since: z.nullable(z.string()), open: z.number() })
export type RowKindFound = z.infer<typeof rowKindFound>
const linesFound = z.object({ count: z.number(), lines: z.array(statementLine) })
const sum = z.object({ count: z.number(), cents: z.number() })
const statementFindings = z.extend(statementAbout, {
  matched: z.number(),
  newMoney: linesFound,
  missing: linesFound,
  differs: linesFound,
  reversals: linesFound,
  failedShown: linesFound,
  unclear: linesFound,
  charges: sum,
  settled: sum,
  overdraft: sum,
  paidOut: sum,
  sweeps: sum,
  notOurs: sum,
  known: z.number(),
  kinds: z.array(z.object(rowKind)),
  again: z.boolean(),
  failed: z.number(),
  gaps: z.object({
    count: z.number(),
    lines: z.array(z.object({ row: z.number(), at: z.string(), cents: z.number() })),
  }),
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
})
export type StatementFindings = z.infer<typeof statementFindings>

/** The position of each column, and the facts from the lines above them; callers pass it back unchanged. */
const statementHead = z.object({
  columns: z.record(z.string(), z.number()),
  width: z.number(),
  shortCode: z.nullable(z.string()),
  account: z.nullable(z.string()),
})
export type StatementHead = z.infer<typeof statementHead>
const cells = z.array(z.string())

/** Internal contract of payment. Money is whole shillings unless stated otherwise. */
export const paymentContract = {
  /** Reads a pasted M-Pesa message and, when it is a fresh payment to our till, records the payer. */
  verify: callFrom('bff', 'launcher')
    .input(
      z.object({
        ...{ asked: commandContext, reference: z.string(), senderName: z.string(), message: z.string() },
        /** Adds it to what they have paid for this reference and not used; `amount` is then the sum. */
        adds: z.optional(z.boolean()),
      }),
    )
    .output(verified),
  /**
   * Claims a payment that M-Pesa has reported already, by its receipt code and words of the payer's name, or their
   * phone or its end. For the payer of `promptId`, which has arrived, the code alone is enough, and it adds if the
   * prompt did. Answered like a message. @refuses too_many after 5 misses an hour
   */
  claimReceipt: bffCall
    .input(
      z.object({
        asked: commandContext,
        reference: z.string(),
        senderName: z.string(),
        receipt: z.string(),
        nameOrPhone: z.string(),
        promptId: z.nullable(z.string()),
        adds: z.optional(z.boolean()),
      }),
    )
    .output(verified),
  /**
   * "Is this reference paid, by this payer?" The payer is the signed-in user or the visitor cookie, or both when a call
   * has both; otherwise (a program without cookies) the same sender name from the same network. `paymentId` is a keyed
   * hash of the M-Pesa code.
   */
  find: bffCall.input(z.object({ actor, reference: z.string(), senderName: z.string() })).output(
    z.nullable(
      z.object({
        paymentId: z.string(),
        amount: z.number(),
        paidAt: z.string(),
        claimedAt: z.string(),
        usedBy: z.nullable(z.string()),
      }),
    ),
  ),
  /**
   * All payments of this payer for this reference that a parcel can be requested with: unused ones first, oldest first,
   * then used ones, newest first. Empty: nothing is paid. @refuses too_many
   */
  paidFor: callFrom('delivery')
    .input(z.object({ actor, reference: z.string(), senderName: z.string() }))
    .output(
      z.array(
        z.object({
          paymentId: z.string(),
          amount: z.number(),
          /** The parcel costs what it cost at this instant. */
          claimedAt: z.string(),
          usedBy: z.nullable(z.string()),
          /** True once a notification in M-Pesa's name has reported it; false while only a message has. */
          told: z.boolean(),
        }),
      ),
    ),
  /** Payments under the caller's account or browser cookie that can still be used, newest first: a few of them. */
  unused: bffCall
    .input(z.object({ actor }))
    .output(z.array(z.object({ reference: z.string(), amount: z.number(), paidAt: z.string() }))),
  /**
   * The facts for the SMS about an unused payment: `amount` in shillings, `phone` (254…) that paid, `key` of the link,
   * `until` its end. Null once the payment is used, paid back or in doubt, or the link has expired.
   */
  leftUnused: callFrom('notification')
    .input(z.object({ paymentId: z.string() }))
    .output(z.nullable(z.object({ phone: z.string(), amount: z.number(), key: z.string(), until: z.string() }))),
  /**
   * The payment of such a link: reference, and amount in shillings. With `take` it becomes the caller's, for one
   * booking.
   * @refuses link_invalid, payment_used, too_many
   */
  openLink: bffCall
    .input(z.object({ asked: commandContext, key: z.string(), take: z.boolean() }))
    .output(z.object({ reference: z.string(), amount: z.number() })),
  /** Payments claimed under the caller's account and browser cookie, newest first; the sender's name as typed. */
  ofPayer: bffCall.input(z.object({ actor })).output(
    z.array(
      z.object({
        reference: z.string(),
        senderName: z.string(),
        sentence: z.string(),
        amount: z.number(),
        paidAt: z.string(),
        claimedAt: z.string(),
      }),
    ),
  ),
  /**
   * The sentence, rebuilt from the stored parts of each payment's message, and the payer's name as typed; unknown ids
   * are left out. `state`: whether any other evidence than that message exists.
   */
  sentences: bffCall.input(z.object({ paymentIds: z.array(z.string()) })).output(
    z.array(
      z.object({
        ...{ paymentId: z.string(), sentence: z.string(), senderName: z.optional(z.string()) },
        state: z.enum(evidenceStates),
      }),
    ),
  ),
  /**
   * The message that M-Pesa would send for a payment to our till, for demonstrations: a message that any person could
   * type. Amount in whole shillings; `at` an ISO instant, years 2006 to 2031; the same `seed` gives the same code.
   */
  sampleMessage: callFrom('bff', 'launcher')
    .input(z.object({ amount: z.number(), at: z.string(), seed: z.string() }))
    .output(z.object({ message: z.string() })),
  /**
   * What this installation can do: prompts only when Daraja is set up. `till`: where their money goes, null when it is
   * not set. `registers`: M-Pesa can be asked to notify us of payments by hand. `certificateEnds`: the certificate
   * expires within two weeks or has expired; without it M-Pesa no longer answers queries of receipts.
   */
  offers: bffCall.output(
    z.object({
      prompts: z.boolean(),
      till: z.nullable(z.string()),
      registers: z.boolean(),
      certificateEnds: z.optional(z.string()),
    }),
  ),
  /**
   * Asks M-Pesa to notify us of payments by hand from now on; in production this works once.
   * @refuses confirmations_off, confirmations_registered, confirmations_refused, away
   */
  register: bffCall.input(z.object({ asked: commandContext })).output(z.object({ registered: z.literal(true) })),
  /**
   * Sends an M-Pesa prompt for an amount to a phone (254…); answers as soon as the intent is stored. The same payer
   * with the same command id gets the same prompt. The owner of the payment is decided as for `verify`.
   * @refuses prompts_off, prompt_amount, prompt_open, too_many, bad_input
   */
  askPrompt: callFrom('bff', 'delivery')
    .input(
      z.object({
        ...{
          asked: commandContext,
          reference: z.string(),
          senderName: z.string(),
          phone: z.string(),
          amount: z.number(),
        },
        /**
         * The fees of the last day, in shillings: no other amount can be prompted for, except the missing rest of one
         * of these.
         */
        fees: z.array(z.number()),
        adds: z.optional(z.boolean()),
        /** The agent who asks for a customer: what comes to nothing is limited as from one network. */
        agentId: z.optional(z.string()),
        /** The sender's booking that it is for. Its prompt is found by that and the command id, see `promptOfBooking`. */
        bookingId: z.optional(z.string()),
      }),
    )
    .output(prompt),
  /**
   * The same for the amount due at hand-over: the payment is for that delivery only. One prompt for each parcel at a
   * time, three in all; once one is paid, the call answers with it. @refuses prompts_off, prompt_open, too_many
   */
  askAtTheDoor: bffCall
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        /** The text that the payer reads on the phone: at most 12 characters. */
        reference: z.string(),
        name: z.string(),
        phone: z.string(),
        amount: z.number(),
      }),
    )
    .output(prompt),
  /** Null when it is not a prompt for a delivery. Delivery decides who may know it. */
  promptAtTheDoor: bffCall
    .input(z.object({ promptId: z.string() }))
    .output(z.nullable(z.extend(prompt, { deliveryId: z.string() }))),
  /**
   * The most important prompt for a delivery at the door: the paid one, otherwise the latest; null when there was none.
   */
  askedAtTheDoor: callFrom('bff', 'delivery')
    .input(z.object({ deliveryId: z.string() }))
    .output(z.nullable(prompt)),
  /** The payment by a prompt of this delivery; null while it is not paid, and when the prompt belongs to another. */
  settled: callFrom('delivery')
    .input(z.object({ deliveryId: z.string(), promptId: z.string() }))
    .output(z.nullable(z.object({ paymentId: z.string(), amount: z.number() }))),
  /**
   * Binds a payment to the till to a delivery, by its receipt and a word of the payer's name or the end of their phone.
   * A payment that M-Pesa has not reported yet is accepted as promised. `due` in whole shillings. @refuses payment_used
   * (it has an owner, or pays for another), payment_short (details: missing), payer_differs, bad_input, too_many
   */
  takeReceipt: callFrom('delivery')
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        receipt: z.string(),
        payer: z.string(),
        due: z.number(),
      }),
    )
    .output(z.object({ paymentId: z.string() })),
  ...payInCalls,
  /** Null for all but its payer. */
  prompt: bffCall.input(z.object({ actor, promptId: z.string() })).output(z.nullable(prompt)),
  /**
   * A call at an address that M-Pesa was given; `path` is what follows `/api/callbacks/till/`, and `address` is the
   * caller's socket address. Stored before it is answered, and read afterwards. False: there is no such address.
   */
  callback: bffCall
    .input(
      z.object({
        path: z.string(),
        body: z.string(),
        address: z.string(),
        correlationId: z.string(),
      }),
    )
    .output(z.object({ taken: z.boolean() })),

  /** Newest first. `search`: a receipt or its beginning, a reference, or words of the sender's name. */
  held: bffCall
    .input(
      z.object({
        tab: z.enum(paymentTabs),
        search: z.nullable(z.string()),
        limit: z.number(),
        cursor: z.nullable(z.string()),
      }),
    )
    .output(z.object({ rows: z.array(heldPayment), next: z.nullable(z.string()), ...counted })),
  /** The number in each tab, up to 1,000. */
  heldCounts: bffCall.output(z.record(z.enum(paymentTabs), z.object({ count: z.number(), more: z.boolean() }))),
  /** Every event of the payment, oldest first, without names; null when it does not exist. */
  heldHistory: bffCall.input(z.object({ paymentId: z.string() })).output(history),
  /**
   * Shapes of pasted messages that we cannot read, last seen first: digits and every word that is not M-Pesa's are
   * blanked. `count` is at most 100.
   */
  unreadMessages: bffCall.output(
    z.array(z.object({ shape: z.string(), count: z.number(), firstAt: z.string(), lastAt: z.string() })),
  ),
  /**
   * Releases the payment: the next payer who shows its message gets it. If an agent used it at the door, it is taken
   * back from that parcel and belongs to its payer, if one is known.
   * @refuses not_found, payment_used
   */
  release: bffCall
    .input(z.object({ asked: commandContext, paymentId: z.string(), reason: z.string() }))
    .output(heldPayment),
  /**
   * Gives it to an account, for a reference. @refuses not_found, payment_used, payment_unheard (only an agent has
   * reported it)
   */
  rebind: bffCall
    .input(
      z.object({
        asked: commandContext,
        paymentId: z.string(),
        account: z.object({ userId: z.string(), name: z.string() }),
        reference: z.string(),
        reason: z.string(),
      }),
    )
    .output(heldPayment),
  /** The parcel that was sent with it goes on in spite of the doubt. @refuses not_found, payment_not_doubted */
  letPass: bffCall
    .input(z.object({ asked: commandContext, paymentId: z.string(), reason: z.string() }))
    .output(heldPayment),

  /**
   * Finds the head in the first lines of a file, given as cells. `rowsFrom`: the first line after the head. Null: these
   * lines have no head.
   * @refuses statement_other_till
   */
  statementHead: bffCall
    .input(z.object({ lines: z.array(cells) }))
    .output(z.nullable(z.object({ head: statementHead, rowsFrom: z.number() }))),
  /**
   * Some rows as in the file, at most a thousand: stored by their content, so that equal pages are stored once. Null:
   * nothing was stored, and `row` of the answer is the one of these (from 0) that cannot be read.
   * @returns no page when none of the lines is a row
   */
  statementPage: bffCall
    .input(z.object({ head: statementHead, rows: z.array(cells), correlationId: z.string() }))
    .output(
      z.discriminatedUnion('read', [
        z.object({ read: z.literal(true), pageId: z.nullable(z.string()) }),
        z.object({ read: z.literal(false), row: z.number(), cut: z.boolean() }),
      ]),
    ),
  /**
   * The whole file, by its stored pages and the hash of its bytes: the same file is the same statement. The facts in
   * the file's name are a proposal.
   * @refuses statement_empty
   */
  statementRead: bffCall
    .input(
      z.object({
        ...{ asked: commandContext, fileHash: z.string(), head: statementHead, pageIds: z.array(z.string()) },
        fileName: z.nullable(z.string()),
      }),
    )
    .output(statementAbout),
  /** Newest first. */
  statements: bffCall
    .input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) }))
    .output(z.object({ rows: z.array(statementAbout), next: z.nullable(z.string()), ...counted })),
  /** What its import would do, or has done. @refuses not_found */
  statementFindings: bffCall.input(z.object({ statementId: z.string() })).output(statementFindings),
  /**
   * `shortCode`: the one in the file's name, when the admin has confirmed it.
   * @refuses not_found, statement_unconfirmed, statement_other_till
   */
  commitStatement: bffCall
    .input(
      z.object({
        asked: commandContext,
        statementId: z.string(),
        isOurs: z.boolean(),
        shortCode: z.nullable(z.string()),
      }),
    )
    .output(statementAbout),
  /**
   * M-Pesa's balance at the end of a day in Nairobi: cents after its last row, and when that row was completed (ISO).
   * Null when the imported statements do not cover the end of the day.
   */
  tillOnDay: bffCall
    .input(z.object({ day: z.string() }))
    .output(z.nullable(z.object({ cents: z.number(), at: z.string() }))),
  /** Kinds of rows that we do not know, with unclear rows or with an admin's decision; those with most rows first. */
  rowKinds: bffCall.output(z.array(rowKindFound)),
  /** Books rows of this kind that way from the next import on. @refuses row_kind_treated */
  treatRowKind: bffCall
    .input(
      z.object({ asked: commandContext, name: z.string(), direction: z.enum(rowDirections), as: z.enum(treatedKinds) }),
    )
    .output(rowKindFound),
  /** Takes back the bookings of that decision. @refuses not_found */
  undoRowKind: bffCall
    .input(z.object({ asked: commandContext, kindId: z.string() }))
    .output(z.object({ kindId: z.string() })),
  /** Newest first. */
  differences: bffCall
    .input(z.object({ tab: z.enum(differenceTabs), limit: z.number(), cursor: z.nullable(z.string()) }))
    .output(
      z.object({
        rows: z.array(difference),
        next: z.nullable(z.string()),
        ...counted,
      }),
    ),
  /** Up to 1,000 of each. */
  differenceCounts: bffCall.output(
    z.record(z.enum(differenceCounts), z.object({ count: z.number(), more: z.boolean() })),
  ),
  /** For a payment, an unclear row or money that left. @refuses not_found */
  explainDifference: bffCall
    .input(z.object({ asked: commandContext, differenceId: z.string(), reason: z.string() }))
    .output(z.object({ differenceId: z.string() })),
  /**
   * Records that money of it was paid back, outside of Tuma; `receipt` is M-Pesa's for that. Once for each command and
   * receipt. `phone`: where it was sent, as far as the caller knows; for a payment by prompt it is the phone that paid.
   * @refuses not_found, refund_noted, refund_too_much, refund_unproven, and what `claimOutgoing` is refused with
   */
  refund: bffCall
    .input(
      z.object({
        ...{ asked: commandContext, paymentId: z.string(), cents: z.number(), receipt: z.string(), reason: z.string() },
        phone: z.optional(z.nullable(z.string())),
        approval: z.optional(approvalGiven),
      }),
    )
    .output(heldPayment),
  ...outgoingCalls,
  ...paymentOfBookingCalls,
  ...parkedCalls,
  ...behindCalls,
} satisfies InternalContract
