import * as z from 'zod/mini'
import { bookAccounts, explanations, givingsBack, owedStates, restsOfDrawer, takenHows } from '../vocabulary/index.ts'
import { asked } from './asked.ts'
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
  /** When it was booked, and when its money moved: it counts on the day of the latter. */
  at: z.string(),
  valueAt: z.string(),
  account,
  /** Whose part of the account: an agent's account, or a sender as `owedTo`. */
  party: z.nullable(z.string()),
  /** More in the account; negative for less. */
  cents,
  /** The event that it follows from. */
  because: z.string(),
  deliveryId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
})

const drawer = z.object({
  agentId: z.string(),
  /** Cash that should be there, and what the agent stands for while only messages tell of it. */
  cents,
  awaiting: cents,
  /** When the oldest of the cash was taken; null where there is none. */
  since: z.nullable(z.string()),
  parcels: z.array(z.extend(part, { awaiting: z.boolean(), at: z.string() })),
})
export type DrawerRecord = z.infer<typeof drawer>

const handOver = z.object({
  handOverId: z.string(),
  agentId: z.string(),
  /** As the agent counted it, as it should be, and as an admin counted it: null where nobody has yet. */
  declared: cents,
  cents,
  counted: z.nullable(cents),
  parcels: z.array(part),
  /** The office took it in without the agent. */
  byOffice: z.boolean(),
  at: z.string(),
  receivedAt: z.nullable(z.string()),
  /** Why it was not what it should be; null where it was. */
  reason: z.nullable(z.string()),
})
export type HandOverRecord = z.infer<typeof handOver>

const owed = z.object({
  /** `account:<id>`, or `phone:<keyed hash>` of who has no account. */
  owedTo: z.string(),
  cents,
  /** What of it can be paid out. */
  ready: cents,
  since: z.nullable(z.string()),
  /** Of those, not paid out yet. */
  parcels: z.array(z.extend(part, { ready: z.boolean(), at: z.string() })),
})
export type OwedRecord = z.infer<typeof owed>

const owedParcel = z.extend(part, {
  how: z.enum(takenHows),
  state: z.enum(owedStates),
  at: z.string(),
  payoutId: z.nullable(z.string()),
})

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

/** Phones are 254…. The instants are null where the number was never changed; until `payableFrom` nothing is paid to it. */
const payTo = z.object({
  name: z.string(),
  phone: z.string(),
  changedAt: z.nullable(z.string()),
  payableFrom: z.nullable(z.string()),
  /** The last number before it that could be paid, so that two changes in a row do not hide it; null where there is none. */
  former: z.nullable(z.string()),
})

/** Where the money is. Cents are integers, days Nairobi's. Lists are the newest first, unless they say otherwise. */
export const bookCalls = {
  /** Every account, and the first day of the books; null while nothing stands in them. */
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
  /** Of the fees of each day, in shillings: what is beyond doubt, and what is of parcels that were deleted. */
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
  /** Of what somebody should look at, up to 1,000. `drawers` hold cash since before `before`. */
  moneyCounts: bffCall
    .input(z.object({ before: z.string() }))
    .output(z.object({ drawers: counted, handOvers: counted, unexplained: counted, ready: counted })),
  /** With cash in them, the oldest first. */
  drawers: bffCall.input(z.object(page)).output(getRows(drawer)),
  /** One agent's, empty where nothing was ever taken. */
  drawer: bffCall.input(z.object({ agentId: z.string() })).output(drawer),
  handOvers: bffCall
    .input(z.object({ agentId: z.nullable(z.string()), waiting: z.boolean(), ...page }))
    .output(getRows(handOver)),
  /**
   * Of which somebody should say what it is: cash that nobody has said anything of (`agentId` null), and receipts that
   * agents took for money and that nothing has confirmed for a day, or that were another's (`withdrawn`); cash of a
   * parcel that goes `back` to its sender; and what was `paidOut` to a sender and whose payment is doubted since.
   */
  unexplained: bffCall.input(z.object(page)).output(
    getRows(
      z.extend(part, {
        ...{ at: z.string(), agentId: z.nullable(z.string()), withdrawn: z.boolean(), back: z.boolean() },
        paidOut: z.boolean(),
      }),
    ),
  ),
  /** Who can be paid out now, the oldest first. */
  ready: bffCall.input(z.object(page)).output(getRows(owed)),
  owed: bffCall.input(z.object({ owedTo: z.string() })).output(owed),
  owedParcels: bffCall.input(z.object({ owedTo: z.string(), ...page })).output(getRows(owedParcel)),
  payouts: bffCall.input(z.object({ owedTo: z.nullable(z.string()), ...page })).output(getRows(payout)),
  /**
   * By the agent. `inDrawer` is what the drawer held when they decided; missing where nobody said.
   * @refuses drawer_empty, and drawer_changed where other cash would go than they saw
   */
  handOverCash: bffCall
    .input(
      z.object({
        ...{ asked, agentId: z.string(), declared: cents, rest: z.enum(restsOfDrawer) },
        inDrawer: z.optional(cents),
      }),
    )
    .output(handOver),
  /**
   * By an admin, without the agent: out of any drawer, handed over and received at once. `inDrawer` is what it held when they
   * decided. @refuses drawer_empty, drawer_changed, hand_over_waiting (receive that first), bad_input (nothing is taken),
   * approval_needed (more is missing than `aloneUpTo`), not_allowed
   */
  takeIn: bffCall
    .input(
      z.object({
        ...{ asked, agentId: z.string(), counted: cents, rest: z.enum(restsOfDrawer), inDrawer: cents },
        reason: z.string(),
        /** In cents: so much may be missing in 24 hours of one drawer, and of all that one admin takes in, without approval. */
        aloneUpTo: cents,
        /** Of another admin; `by` is null where there is no other in the house. Null: none was asked. */
        approval: z.nullable(z.object({ by: z.nullable(z.string()) })),
      }),
    )
    .output(handOver),
  /** By an admin, once. @refuses not_found, stale, reason_missing */
  receiveCash: bffCall
    .input(
      z.object({
        asked,
        agentId: z.string(),
        handOverId: z.string(),
        counted: cents,
        reason: z.nullable(z.string()),
      }),
    )
    .output(handOver),
  /**
   * By an admin, once: into whose drawer it goes (without `agentId`, of who stands for it), which payment it was, or that it
   * is lost. @refuses not_found, stale
   */
  explainTaking: bffCall
    .input(
      z.object({
        asked,
        deliveryId: z.string(),
        as: z.enum(explanations),
        agentId: z.nullable(z.string()),
        paymentId: z.nullable(z.string()),
        reason: z.string(),
      }),
    )
    .output(z.object({})),
  /** By an admin, once: whoever paid for a parcel that goes back has their cash again, or never paid. @refuses not_found, stale */
  giveBack: bffCall
    .input(z.object({ asked, deliveryId: z.string(), as: z.enum(givingsBack), reason: z.string() }))
    .output(z.object({})),
  /**
   * Before an account is deleted: while something of theirs is open, or `expected` of parcels paid for on delivery, the
   * name and number that their money goes to are kept here, no longer.
   */
  keepPayee: bffCall.input(z.object({ asked, accountId: z.string(), expected: z.boolean() })).output(z.object({})),
  /** Those of these who are kept. */
  payees: bffCall
    .input(z.object({ accountIds: z.array(z.string()) }))
    .output(z.record(z.string(), z.object({ name: z.string(), phone: z.string() }))),
  /** Where the money of an account goes; null of one that is unknown now. The phone of its profile does not count. */
  payTo: bffCall.input(z.object({ accountId: z.string() })).output(z.nullable(payTo)),
  /** By its owner, whose password was checked, or by the office. The same number again changes nothing. @refuses bad_input (no mobile), not_found */
  setPayTo: bffCall
    .input(z.object({ asked, accountId: z.string(), name: z.string(), phone: z.string() }))
    .output(payTo),
  /** The numbers of one change, for the messages about it; null where they are erased. `former` is null where it is unknown. */
  payToChange: callFrom('notification')
    .input(z.object({ accountId: z.string(), changeId: z.string() }))
    .output(z.nullable(z.object({ former: z.nullable(z.string()), phone: z.string(), payableFrom: z.string() }))),
  /**
   * All that is ready, where that is still `cents`; once, whoever else decides it. `payee`: to whom it was sent, as they
   * were known then. @refuses payout_changed, payee_new, and what payment's `claimOutgoing` is refused with
   */
  payOut: bffCall
    .input(
      z.object({
        ...{ asked, owedTo: z.string(), cents, reference: z.string() },
        payee: z.optional(z.object({ name: z.nullable(z.string()), phone: z.nullable(z.string()) })),
        approval: z.optional(approvalGiven),
      }),
    )
    .output(payout),
}
