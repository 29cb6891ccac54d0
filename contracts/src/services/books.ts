import * as z from 'zod/mini'
import {
  bookAccounts,
  explanations,
  givingsBack,
  handOverWays,
  owedMoves,
  owedStates,
  restsOfDrawer,
  takenHows,
} from '../vocabulary/index.ts'
import { commandContext } from './command-context.ts'
import { bffCall, callFrom } from './internal-call.ts'
import { approvalGiven } from './outgoing.ts'

const cents = z.number()
const account = z.enum(bookAccounts)
const page = { limit: z.number(), cursor: z.nullable(z.string()) }
const getRows = <Row extends z.ZodMiniType>(row: Row) => z.object({ rows: z.array(row), next: z.nullable(z.string()) })
const counted = z.object({ count: z.number(), more: z.boolean() })
const part = z.object({ deliveryId: z.string(), cents })

const entry = z.object({
  entryId: z.string(),
  /** When it was booked (`at`), and when its money moved (`valueAt`): it counts on the day of `valueAt`. */
  at: z.string(),
  valueAt: z.string(),
  account,
  /** The owner of that part of the account: an agent's account, or a sender as `owedTo`. */
  party: z.nullable(z.string()),
  /** Positive when money goes into the account. */
  cents,
  /** The event that it follows from. */
  because: z.string(),
  deliveryId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
})

const drawer = z.object({
  agentId: z.string(),
  /** Cash that should be there, and the amount that the agent answers for while only messages report it. */
  cents,
  awaiting: cents,
  /** When the oldest of the cash was taken; null when the drawer is empty. */
  since: z.nullable(z.string()),
  /** Whether it holds more than `DRAWER_WARN`; missing from a service before it. */
  tooFull: z.optional(z.boolean()),
  parcels: z.array(z.extend(part, { awaiting: z.boolean(), at: z.string() })),
})
export type DrawerRecord = z.infer<typeof drawer>

const handOver = z.object({
  handOverId: z.string(),
  agentId: z.string(),
  /**
   * The amounts that the agent counted, that it should be, and that an admin counted; null before the admin has
   * counted.
   */
  declared: cents,
  cents,
  counted: z.nullable(cents),
  /** By M-Pesa: `declared` came to the till, `cents` left the drawer, and the id is the payment's. */
  way: z.enum(handOverWays),
  parcels: z.array(part),
  /** The office took it in without the agent. */
  byOffice: z.boolean(),
  at: z.string(),
  receivedAt: z.nullable(z.string()),
  /** When its money went back, so that the cash is in the drawer again; by M-Pesa only. */
  reversedAt: z.nullable(z.string()),
  /** Why it differed from what it should be; null when it did not. */
  reason: z.nullable(z.string()),
})
export type HandOverRecord = z.infer<typeof handOver>

const owed = z.object({
  /** `account:<id>`, or `phone:<keyed hash>` of a sender without an account. */
  owedTo: z.string(),
  cents,
  /** The part that can be paid out. */
  ready: cents,
  since: z.nullable(z.string()),
  /** Parcels of that amount that are not paid out yet. */
  parcels: z.array(z.extend(part, { ready: z.boolean(), at: z.string() })),
  /** The part that is in cash at shops, not at the office yet; missing in lists, and from a service before it. */
  atShops: z.optional(cents),
  /** When the first money was collected for the sender; missing as `atShops`, and where there was none. */
  firstAt: z.optional(z.string()),
})
export type OwedRecord = z.infer<typeof owed>

const owedParcel = z.extend(part, {
  how: z.enum(takenHows),
  state: z.enum(owedStates),
  at: z.string(),
  payoutId: z.nullable(z.string()),
  /** When it was paid out, and M-Pesa's receipt; missing from a service before it. */
  paidOut: z.optional(z.nullable(z.object({ at: z.string(), reference: z.string() }))),
})

/** Nairobi's days, both included; missing or null: no limit. */
const days = { from: z.optional(z.nullable(z.string())), to: z.optional(z.nullable(z.string())) }

/** A change of what Tuma owes a sender. */
const owedMove = z.object({
  /** The line of the books that says the same. */
  entryId: z.string(),
  move: z.enum(owedMoves),
  /** Positive where Tuma owes more afterwards. */
  cents,
  /** When the money moved: it counts on that day. */
  valueAt: z.string(),
  deliveryId: z.nullable(z.string()),
  /** Of `collected`, as the parcel is now; null where it is no longer owed, as it goes back. */
  how: z.nullable(z.enum(takenHows)),
  state: z.nullable(z.enum(owedStates)),
  /** The payout of the parcel, or the payout itself. */
  paidOut: z.nullable(z.object({ at: z.string(), reference: z.string() })),
})
export type OwedMoveRecord = z.infer<typeof owedMove>

const payout = z.object({
  payoutId: z.string(),
  owedTo: z.string(),
  cents,
  /** M-Pesa's receipt of it. */
  reference: z.string(),
  parcels: z.number(),
  at: z.string(),
})
export type PayoutRecord = z.infer<typeof payout>

/**
 * Phones are 254…. The instants are null when the number was never changed; before `payableFrom` nothing is paid to it.
 */
const payTo = z.object({
  name: z.string(),
  phone: z.string(),
  changedAt: z.nullable(z.string()),
  payableFrom: z.nullable(z.string()),
  /**
   * The previous number that money could go to, so that two changes in a row do not hide it; null when there was none
   * before.
   */
  former: z.nullable(z.string()),
})

/** Where the money is. Cents are integers, days Nairobi's. Lists are newest first unless they say otherwise. */
export const bookCalls = {
  /** Every account, and the first day of the books; null while the books are empty. */
  books: bffCall.output(z.object({ accounts: z.array(z.object({ account, cents })), since: z.nullable(z.string()) })),
  entries: bffCall
    .input(
      z.object({
        account: z.nullable(account),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
        ...page,
      }),
    )
    .output(getRows(entry)),
  /** Every account on a day: what was in it before, what came in and went out, and what was in it at its end. */
  bookDay: bffCall
    .input(z.object({ day: z.string() }))
    .output(z.array(z.object({ account, before: cents, in: cents, out: cents, after: cents }))),
  /** Of the fees of each day, in shillings: the proven part, and the part from deleted parcels. */
  provenDays: bffCall.input(z.object({ from: z.string(), to: z.string() })).output(
    z.array(
      z.object({
        day: z.string(),
        doorstepConfirmed: z.number(),
        parcelDukaniConfirmed: z.number(),
        doorstepDeleted: z.number(),
        parcelDukaniDeleted: z.number(),
      }),
    ),
  ),
  /** How many need an admin, up to 1,000. `drawers` hold cash since before `before`. */
  moneyCounts: bffCall
    .input(z.object({ before: z.string() }))
    .output(z.object({ drawers: counted, handOvers: counted, unexplained: counted, ready: counted })),
  /** Drawers with cash, oldest cash first. */
  drawers: bffCall.input(z.object(page)).output(getRows(drawer)),
  /** One agent's drawer, empty when nothing was ever taken. */
  drawer: bffCall.input(z.object({ agentId: z.string() })).output(drawer),
  handOvers: bffCall
    .input(z.object({ agentId: z.nullable(z.string()), waiting: z.boolean(), ...page }))
    .output(getRows(handOver)),
  /** The newest 20 that an agent paid in by M-Pesa, newest first. */
  payIns: bffCall.input(z.object({ agentId: z.string() })).output(z.array(handOver)),
  /**
   * Cash that an admin must explain: cash without any explanation (`agentId` null); receipts that agents accepted and
   * that nothing has confirmed for a day, or that were another payer's (`withdrawn`); cash of a parcel that goes `back`
   * to its sender; and what was `paidOut` to a sender and whose payment is in doubt since.
   */
  unexplained: bffCall.input(z.object(page)).output(
    getRows(
      z.extend(part, {
        ...{ at: z.string(), agentId: z.nullable(z.string()), withdrawn: z.boolean(), back: z.boolean() },
        paidOut: z.boolean(),
      }),
    ),
  ),
  /** Senders who can be paid out now, the longest waiting first. */
  ready: bffCall.input(z.object(page)).output(getRows(owed)),
  owed: bffCall.input(z.object({ owedTo: z.string() })).output(owed),
  owedParcels: bffCall.input(z.object({ owedTo: z.string(), ...days, ...page })).output(getRows(owedParcel)),
  payouts: bffCall.input(z.object({ owedTo: z.nullable(z.string()), ...days, ...page })).output(getRows(payout)),
  /** What Tuma owed a sender when that day began. */
  owedBefore: bffCall.input(z.object({ owedTo: z.string(), day: z.string() })).output(z.object({ cents })),
  /** All that changed it from one day to another, both included, the oldest first. */
  owedMoves: bffCall
    .input(z.object({ owedTo: z.string(), from: z.string(), to: z.string(), ...page }))
    .output(getRows(owedMove)),
  /**
   * By the agent. `inDrawer` is what the drawer held when they decided; missing when the client did not send it.
   * @refuses drawer_empty, and drawer_changed when the drawer no longer holds what they saw
   */
  handOverCash: bffCall
    .input(
      z.object({
        ...{ asked: commandContext, agentId: z.string(), declared: cents, rest: z.enum(restsOfDrawer) },
        inDrawer: z.optional(cents),
      }),
    )
    .output(handOver),
  /**
   * By an admin, without the agent: out of any drawer, handed over and received at once. `inDrawer` is what it held
   * when they decided. @refuses drawer_empty, drawer_changed, hand_over_waiting (receive that first), bad_input
   * (nothing is taken), approval_needed (more is missing than `aloneUpTo`), not_allowed
   */
  takeIn: bffCall
    .input(
      z.object({
        ...{ asked: commandContext, agentId: z.string(), counted: cents, rest: z.enum(restsOfDrawer), inDrawer: cents },
        reason: z.string(),
        /**
         * In cents: how much may be missing in 24 hours, from one drawer and from all that one admin takes in, without
         * approval.
         */
        aloneUpTo: cents,
        /** By another admin; `by` is null when the office has no other. Null: no approval was asked for. */
        approval: z.nullable(z.object({ by: z.nullable(z.string()) })),
      }),
    )
    .output(handOver),
  /** By an admin, once. @refuses not_found, stale, reason_missing */
  receiveCash: bffCall
    .input(
      z.object({
        asked: commandContext,
        agentId: z.string(),
        handOverId: z.string(),
        counted: cents,
        reason: z.nullable(z.string()),
      }),
    )
    .output(handOver),
  /**
   * By an admin, once: whose drawer it goes into (without `agentId`, the agent who answers for it), which payment it
   * was, or that it is lost. @refuses not_found, stale
   */
  explainTaking: bffCall
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        as: z.enum(explanations),
        agentId: z.nullable(z.string()),
        paymentId: z.nullable(z.string()),
        reason: z.string(),
      }),
    )
    .output(z.object({})),
  /**
   * By an admin, once: the payer of a parcel that goes back got their cash back, or never paid. @refuses not_found,
   * stale
   */
  giveBack: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), as: z.enum(givingsBack), reason: z.string() }))
    .output(z.object({})),
  /**
   * Before an account is deleted: while it has open money, or `expected` money from parcels that are paid on delivery,
   * the name and number that it goes to are kept here, and no longer than that.
   */
  keepPayee: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), expected: z.boolean() }))
    .output(z.object({})),
  /** Which of these accounts have a kept payee. */
  payees: bffCall
    .input(z.object({ accountIds: z.array(z.string()) }))
    .output(z.record(z.string(), z.object({ name: z.string(), phone: z.string() }))),
  /** Where the money of an account goes; null when that is unknown. The phone of the profile does not count. */
  payTo: bffCall.input(z.object({ accountId: z.string() })).output(z.nullable(payTo)),
  /**
   * By its owner, whose password was checked, or by the office. The same number again changes nothing. @refuses
   * bad_input (no mobile), not_found
   */
  setPayTo: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), name: z.string(), phone: z.string() }))
    .output(payTo),
  /**
   * The numbers of one change, for the messages about it; null when they are erased. `former` is null when it is
   * unknown.
   */
  payToChange: callFrom('notification')
    .input(z.object({ accountId: z.string(), changeId: z.string() }))
    .output(z.nullable(z.object({ former: z.nullable(z.string()), phone: z.string(), payableFrom: z.string() }))),
  /**
   * Pays all that is ready, if that is still `cents`; only once, even if two admins decide it. `payee`: the person it
   * was sent to, as known at that time. @refuses payout_changed, payee_new, and what payment's `claimOutgoing` is
   * refused with
   */
  payOut: bffCall
    .input(
      z.object({
        ...{ asked: commandContext, owedTo: z.string(), cents, reference: z.string() },
        payee: z.optional(z.object({ name: z.nullable(z.string()), phone: z.nullable(z.string()) })),
        approval: z.optional(approvalGiven),
      }),
    )
    .output(payout),
}
