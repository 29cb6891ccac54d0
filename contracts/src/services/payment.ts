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
  type PromptRefusal,
  pastedNotes,
  paymentTabs,
  promptRefusals,
  promptStates,
  rowDirections,
  treatedKinds,
} from '../vocabulary/index.ts'
import { actor, asked } from './asked.ts'
import { behindCalls } from './behind.ts'
import { counted } from './counted.ts'
import { history } from './history.ts'
import { bffCall, callFrom, type InternalContract } from './internal-call.ts'
import { approvalGiven, outgoingCalls } from './outgoing.ts'
import { parkedCalls } from './parked.ts'

const refusalCodes = Object.keys(mpesaRefusals) as [MpesaRefusal, ...MpesaRefusal[]]

const noteCodes = Object.keys(pastedNotes) as [PastedNote, ...PastedNote[]]
/** What else was pasted, each with M-Pesa's receipt code of it where there is one. */
const found = z.optional(
  z.array(z.object({ receipt: z.nullable(z.string()), what: z.enum([...refusalCodes, ...noteCodes]) })),
)

/**
 * What became of a message or receipt code that somebody showed. `receipt`: by which its payer may claim what was paid in a way
 * whose message can't be read, from a bank for one.
 */
const verified = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), amount: z.number(), sentence: z.string(), found }),
  z.object({ success: z.literal(false), code: z.enum(refusalCodes), receipt: z.optional(z.string()), found }),
])

const promptRefusalCodes = Object.keys(promptRefusals) as [PromptRefusal, ...PromptRefusal[]]

/** `reason`: why it was not paid. `sentence`: of the payment, once it is known by its receipt. */
const prompt = z.object({
  promptId: z.string(),
  state: z.enum(promptStates),
  amount: z.number(),
  reason: z.nullable(z.enum(promptRefusalCodes)),
  sentence: z.nullable(z.string()),
  /** With what it was poured into; missing where it stands alone. */
  total: z.optional(z.number()),
})

/** A payment as admins see it, with the cents of what was seen of it above a message. */
const heldPayment = z.extend(z.omit(adminPayment, { _id: true, paymentReference: true, parcel: true }), {
  paymentId: z.string(),
  cents: z.number(),
  /** Null where nobody has said whose it is. */
  reference: z.nullable(z.string()),
})
export type HeldPayment = z.infer<typeof heldPayment>

const statementAbout = z.extend(z.omit(statement, { _id: true }), { statementId: z.string() })
export type StatementAbout = z.infer<typeof statementAbout>
/** Who paid, for which parcel, and what they showed (whole shillings), as far as anybody has said. */
const difference = z.object({
  ...{ differenceId: z.string(), receipt: z.string(), cents: z.number(), at: z.string() },
  senderName: z.optional(z.string()),
  usedBy: z.optional(z.string()),
  told: z.optional(z.number()),
  name: z.optional(z.string()),
  /**
   * Of money that left: the payout or refund as it was noted (null: none names this receipt), and what the statement's rows
   * took from the till, in cents (null: it has none).
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

/** Where which column stands, and what the lines above say; a caller hands it back as it was given. */
const statementHead = z.object({
  columns: z.record(z.string(), z.number()),
  width: z.number(),
  shortCode: z.nullable(z.string()),
  account: z.nullable(z.string()),
})
export type StatementHead = z.infer<typeof statementHead>
const cells = z.array(z.string())

/** Internal contract of payment. Money is whole shillings where nothing else is said. */
export const paymentContract = {
  /** Reads a pasted M-Pesa message and, when it is a fresh payment to our till, records whose it is. */
  verify: callFrom('bff', 'launcher')
    .input(
      z.object({
        ...{ asked, reference: z.string(), senderName: z.string(), message: z.string() },
        /** It is poured into what they have paid for this reference and not used; `amount` is of both then. */
        adds: z.optional(z.boolean()),
      }),
    )
    .output(verified),
  /**
   * Money that M-Pesa has told of already, by its receipt code and words of the payer's name, or their phone or its end; for the
   * payer of `promptId`, which has arrived, by the code alone: it adds where that was to. Answered as a message is. @refuses too_many after 5 misses an hour
   */
  claimReceipt: bffCall
    .input(
      z.object({
        asked,
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
   * "Is this reference paid, by this payer?" The payer is the signed-in user or the visitor cookie, both where both
   * come; else (paid by a program without cookies) the same sender name from the same network. `paymentId` is a keyed
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
   * All that this payer has paid for this reference and a parcel can be requested with: unused ones first, the oldest of them
   * first, then used ones, the newest first. Empty: nothing is paid. @refuses too_many
   */
  paidFor: callFrom('delivery')
    .input(z.object({ actor, reference: z.string(), senderName: z.string() }))
    .output(
      z.array(
        z.object({
          paymentId: z.string(),
          amount: z.number(),
          /** What a parcel cost then is what it costs. */
          claimedAt: z.string(),
          usedBy: z.nullable(z.string()),
          /** Something sent in M-Pesa's name tells of it; false while it is known by a message alone. */
          told: z.boolean(),
        }),
      ),
    ),
  /** What somebody has paid under their account or their browser's cookie and can send with, newest first: a few of them. */
  unused: bffCall
    .input(z.object({ actor }))
    .output(z.array(z.object({ reference: z.string(), amount: z.number(), paidAt: z.string() }))),
  /**
   * What the SMS about a payment left unused says: `amount` in shillings, `phone` (254…) that paid, `key` of the link, `until` its
   * end. Null once it is used, paid back or doubted, or the link has ended.
   */
  leftUnused: callFrom('notification')
    .input(z.object({ paymentId: z.string() }))
    .output(z.nullable(z.object({ phone: z.string(), amount: z.number(), key: z.string(), until: z.string() }))),
  /**
   * The payment of such a link: reference, and amount in shillings. With `take` it becomes the asker's, for one booking.
   * @refuses link_invalid, payment_used, too_many
   */
  openLink: bffCall
    .input(z.object({ asked, key: z.string(), take: z.boolean() }))
    .output(z.object({ reference: z.string(), amount: z.number() })),
  /** What somebody has claimed under their account, and under their browser's cookie, newest first; the sender's name as typed. */
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
   * The sentence rebuilt from what is kept of each payment's message, and who said that they paid, as typed; unknown ids are
   * left out. `state`: whether anything but that message tells of it.
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
   * What M-Pesa would send for a payment to our till, for demonstrations: a message like any that people can type.
   * Amount in whole shillings; `at` an ISO instant, years 2006 to 2031; the same `seed` gives the same code.
   */
  sampleMessage: callFrom('bff', 'launcher')
    .input(z.object({ amount: z.number(), at: z.string(), seed: z.string() }))
    .output(z.object({ message: z.string() })),
  /**
   * What this installation can do: prompts only where Daraja is set up. `till`: where money goes then, null where nobody said.
   * `registers`: M-Pesa can be told to tell of payments by hand.
   * `certificateEnds`: within a fortnight, or already, M-Pesa answers nothing any more that it is asked of receipts.
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
   * Has M-Pesa tell us of payments by hand from now on; in production that can be said once.
   * @refuses confirmations_off, confirmations_registered, confirmations_refused, away
   */
  register: bffCall.input(z.object({ asked })).output(z.object({ registered: z.literal(true) })),
  /**
   * Has M-Pesa ask on a phone (254…) for an amount; answers as soon as the intent is stored. The same payer with the same
   * command id has the same prompt. Whose payment it becomes is said as for `verify`.
   * @refuses prompts_off, prompt_amount, prompt_open, too_many, bad_input
   */
  askPrompt: bffCall
    .input(
      z.object({
        ...{ asked, reference: z.string(), senderName: z.string(), phone: z.string(), amount: z.number() },
        /** What parcels have cost in the last day, in shillings: no other amount is asked for, but what is missing of one of these. */
        fees: z.array(z.number()),
        adds: z.optional(z.boolean()),
      }),
    )
    .output(prompt),
  /**
   * The same for what is due when a parcel is handed over: nobody's payment but that delivery's. One request a parcel at a
   * time, three in all; of one that was paid, that one is answered. @refuses prompts_off, prompt_open, too_many
   */
  askAtTheDoor: bffCall
    .input(
      z.object({
        asked,
        deliveryId: z.string(),
        /** What whoever is asked reads: 12 characters at most. */
        reference: z.string(),
        name: z.string(),
        phone: z.string(),
        amount: z.number(),
      }),
    )
    .output(prompt),
  /** Null where there is none for a delivery. Who may know it, delivery says. */
  promptAtTheDoor: bffCall
    .input(z.object({ promptId: z.string() }))
    .output(z.nullable(z.extend(prompt, { deliveryId: z.string() }))),
  /** Of all that was asked for a delivery at the door what tells most: what is paid, else what came last; null where nothing was. */
  askedAtTheDoor: callFrom('bff', 'delivery')
    .input(z.object({ deliveryId: z.string() }))
    .output(z.nullable(prompt)),
  /** What was paid by a prompt of this delivery's; null while nothing is, and where the prompt is another's. */
  settled: callFrom('delivery')
    .input(z.object({ deliveryId: z.string(), promptId: z.string() }))
    .output(z.nullable(z.object({ paymentId: z.string(), amount: z.number() }))),
  /**
   * Binds what was paid to the till to a delivery, by its receipt and a word of the payer's name or the end of their phone.
   * What nobody has told of yet is taken as promised. `due` in whole shillings. @refuses payment_used (it is somebody's, or
   * pays for another), payment_short (details: missing), payer_differs, bad_input, too_many
   */
  takeReceipt: callFrom('delivery')
    .input(z.object({ asked, deliveryId: z.string(), receipt: z.string(), payer: z.string(), due: z.number() }))
    .output(z.object({ paymentId: z.string() })),
  /** Null for who is not its payer. */
  prompt: bffCall.input(z.object({ actor, promptId: z.string() })).output(z.nullable(prompt)),
  /**
   * What came in at an address that M-Pesa was given; `path` is what follows `/api/callbacks/till/`, and `address` whose
   * socket it came from. Stored before it is answered, and read afterwards. False: there is no such address.
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
  /** Of each tab, up to 1,000. */
  heldCounts: bffCall.output(z.record(z.enum(paymentTabs), z.object({ count: z.number(), more: z.boolean() }))),
  /** Every event of it, oldest first, nobody's name in it; null when there is none. */
  heldHistory: bffCall.input(z.object({ paymentId: z.string() })).output(history),
  /**
   * What pasted messages look like that we can not read, last seen first: digits and every word that is not M-Pesa's are blanked.
   * `count` is 100 at most.
   */
  unreadMessages: bffCall.output(
    z.array(z.object({ shape: z.string(), count: z.number(), firstAt: z.string(), lastAt: z.string() })),
  ),
  /**
   * Nobody's any more: whoever shows its message next has it. What an agent gave at the door is taken back from that parcel
   * and is its payer's, where one is known.
   * @refuses not_found, payment_used
   */
  release: bffCall.input(z.object({ asked, paymentId: z.string(), reason: z.string() })).output(heldPayment),
  /** An account's, for a reference. @refuses not_found, payment_used, payment_unheard (only an agent's word told of it) */
  rebind: bffCall
    .input(
      z.object({
        asked,
        paymentId: z.string(),
        account: z.object({ userId: z.string(), name: z.string() }),
        reference: z.string(),
        reason: z.string(),
      }),
    )
    .output(heldPayment),
  /** What was sent with it goes on in spite of the doubt. @refuses not_found, payment_not_doubted */
  letPass: bffCall.input(z.object({ asked, paymentId: z.string(), reason: z.string() })).output(heldPayment),

  /**
   * The first lines of a file, cell by cell. `rowsFrom`: the first after the head. Null: it is not among them.
   * @refuses statement_other_till
   */
  statementHead: bffCall
    .input(z.object({ lines: z.array(cells) }))
    .output(z.nullable(z.object({ head: statementHead, rowsFrom: z.number() }))),
  /**
   * Some rows as they stand in the file, at most a thousand: kept by what they say, so that the same again are kept once.
   * Null: nothing was kept, and `statementPage` says of which row of these (from 0) that it can not be read.
   * @returns no page where none of them is a row
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
   * The whole file, by what was kept of it and the hash of its bytes: the same file is the same statement. What the file's name
   * says is a proposal.
   * @refuses statement_empty
   */
  statementRead: bffCall
    .input(
      z.object({
        ...{ asked, fileHash: z.string(), head: statementHead, pageIds: z.array(z.string()) },
        fileName: z.nullable(z.string()),
      }),
    )
    .output(statementAbout),
  /** Newest first. */
  statements: bffCall
    .input(z.object({ limit: z.number(), cursor: z.nullable(z.string()) }))
    .output(z.object({ rows: z.array(statementAbout), next: z.nullable(z.string()), ...counted })),
  /** What would follow from it, or has. @refuses not_found */
  statementFindings: bffCall.input(z.object({ statementId: z.string() })).output(statementFindings),
  /**
   * `shortCode`: the one of the file's name, where the admin has confirmed it.
   * @refuses not_found, statement_unconfirmed, statement_other_till
   */
  commitStatement: bffCall
    .input(z.object({ asked, statementId: z.string(), isOurs: z.boolean(), shortCode: z.nullable(z.string()) }))
    .output(statementAbout),
  /**
   * M-Pesa's balance at the end of a day of Nairobi: cents after the last row of it, and when that row was completed (ISO).
   * Null where the statements that were taken over do not cover the day's end.
   */
  tillOnDay: bffCall
    .input(z.object({ day: z.string() }))
    .output(z.nullable(z.object({ cents: z.number(), at: z.string() }))),
  /** Kinds of rows that we do not know, with rows in the list of unclear rows or with an admin's word; those with most rows first. */
  rowKinds: bffCall.output(z.array(rowKindFound)),
  /** Rows of this kind are booked as that from the next import on. @refuses row_kind_treated */
  treatRowKind: bffCall
    .input(z.object({ asked, name: z.string(), direction: z.enum(rowDirections), as: z.enum(treatedKinds) }))
    .output(rowKindFound),
  /** What was booked by that word is taken back. @refuses not_found */
  undoRowKind: bffCall.input(z.object({ asked, kindId: z.string() })).output(z.object({ kindId: z.string() })),
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
  /** Of a payment, an unclear row or money that left. @refuses not_found */
  explainDifference: bffCall
    .input(z.object({ asked, differenceId: z.string(), reason: z.string() }))
    .output(z.object({ differenceId: z.string() })),
  /**
   * Money of it was paid back, outside of Tuma; `receipt` is M-Pesa's of that. Once a command and once a receipt. `phone`:
   * where it was sent, as far as the caller knows; of a payment by prompt it is the phone that paid.
   * @refuses not_found, refund_noted, refund_too_much, refund_unproven, and what `claimOutgoing` is refused with
   */
  refund: bffCall
    .input(
      z.object({
        ...{ asked, paymentId: z.string(), cents: z.number(), receipt: z.string(), reason: z.string() },
        phone: z.optional(z.nullable(z.string())),
        approval: z.optional(approvalGiven),
      }),
    )
    .output(heldPayment),
  ...outgoingCalls,
  ...parkedCalls,
  ...behindCalls,
} satisfies InternalContract
