import * as z from 'zod/mini'
import {
  bookAccounts,
  explanations,
  givingsBack,
  handOverWays,
  isOutgoingReceipt,
  normaliseReceipt,
  outgoingApprovals,
  outgoings,
  restsOfDrawer,
} from '../vocabulary/index.ts'
import { approvalAsked } from './approvals.ts'
import { adminAct, call, csvFile, exported, personalData } from './call.ts'
import { cashOffers } from './cash-offers.ts'
import { calendarDay, day, id, line, mobile, paging, search, shillings, username } from './fields.ts'
import { cents, parcel, payout, payTo } from './money-shapes.ts'
import { payIns } from './pay-ins.ts'

const account = z.enum(bookAccounts)
/**
 * The till's balance on M-Pesa's statement after its last row of the day, and when that row was completed. Missing when
 * no statement covers the end of the day, and when it could not be read.
 */
const mpesa = z.optional(z.object({ cents, at: z.string() }))
const named = { name: z.nullable(z.string()) }
const counted = z.object({ count: z.number(), more: z.boolean() })

const entry = z.object({
  _id: z.string(),
  /** When it was booked (`at`), and when its money moved (`valueAt`): it counts on the day of `valueAt`. */
  at: z.string(),
  valueAt: z.string(),
  account,
  cents,
  /** The event that it follows from: SaleTaken. */
  because: z.string(),
  /**
   * The owner of that part of the account; null when the account has no parts, or when the owner's name is no longer
   * known.
   */
  ...named,
  parcel,
})
export type BookEntry = z.infer<typeof entry>

const drawerParcel = z.object({ parcel, cents, awaiting: z.boolean(), at: z.string() })
const drawer = z.object({
  /**
   * Cash that should be in the drawer, below zero where the agent gave own money back for a cancelled parcel; and the
   * amount that M-Pesa has not confirmed yet.
   */
  cents,
  awaiting: cents,
  since: z.nullable(z.string()),
  /** More cash than should be kept (`DRAWER_WARN`): it should be paid in. */
  tooFull: z.optional(z.literal(true)),
  parcels: z.array(drawerParcel),
})
export type CashDrawer = z.infer<typeof drawer>
const agentDrawer = z.extend(drawer, { _id: z.string(), ...named })
export type AgentDrawer = z.infer<typeof agentDrawer>

const handOver = z.object({
  _id: z.string(),
  /**
   * The amounts that the agent counted, that it should be, and that an admin counted; null before the admin has
   * counted.
   */
  declared: cents,
  cents,
  counted: z.nullable(cents),
  /** By M-Pesa: `declared` came to the till, and `cents` of it left the drawer. */
  way: z.enum(handOverWays),
  parcels: z.number(),
  /** The office took it in without the agent. */
  byOffice: z.optional(z.literal(true)),
  at: z.string(),
  receivedAt: z.nullable(z.string()),
  /** When its money went back, so that the cash is with the agent again; by M-Pesa only. */
  reversedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type CashHandOver = z.infer<typeof handOver>
const agentHandOver = z.extend(handOver, { agentId: z.string(), ...named })
export type AgentHandOver = z.infer<typeof agentHandOver>

/**
 * `agentId`, `name`: the agent who took an unconfirmed receipt for it; null when no agent has explained it.
 * `withdrawn`: its payment was another payer's. `back`: its parcel goes back to its sender, and the payer must get the
 * money back. `paidOut`: its sender was paid, and since then its payment is in doubt or went back.
 */
const unexplained = z.object({
  ...{ _id: z.string(), cents, at: z.string(), parcel },
  ...{ agentId: z.nullable(z.string()), ...named, withdrawn: z.boolean(), back: z.boolean() },
  paidOut: z.boolean(),
})
export type UnexplainedCash = z.infer<typeof unexplained>

const owedTo = z
  .string()
  .check(z.regex(/^(account:[A-Za-z0-9_-]{1,64}|phone:[A-Za-z0-9_-]{1,128})$/, 'The id is not valid.'))
const owed = z.object({ _id: z.string(), ...named, cents, ready: cents, since: z.nullable(z.string()) })
/** There are many senders; `phone` and `parcels` help to tell two of one name apart. */
const owedSender = z.extend(owed, {
  /** The phone on the parcel's form, for a sender without an account; missing for an account. */
  phone: z.optional(z.nullable(z.string())),
  /**
   * The first ten parcels that the money is from, and how many there are. What is not `ready` waits for money that has
   * not arrived.
   */
  parcels: z.optional(z.array(z.object({ parcel, cents, ready: z.boolean() }))),
  manyParcels: z.optional(z.number()),
})
export type OwedSender = z.infer<typeof owedSender>
/**
 * The payee: the payout number of an account and its owner, or the sender on the form when there is no account. When
 * the number of an account was changed: when, the number before, and from when money may go to the new one.
 */
const payee = z.extend(owed, {
  phone: z.nullable(z.string()),
  changedAt: z.optional(z.string()),
  payableFrom: z.optional(z.string()),
  former: z.optional(z.string()),
  /** The sum needs a second admin, and no admin has approved this payee, number and sum yet. */
  approvalNeeded: z.optional(z.literal(true)),
  /** The caller's request for exactly this; it waits, or is approved and can be done now. */
  requestId: z.optional(z.string()),
})
export type Payee = z.infer<typeof payee>

const reason = line('Reason', 300)
/** The receipt of money that left; spaces and invisible characters are dropped. */
export const sentReceipt = line('M-Pesa receipt', 40).check(
  z.overwrite(normaliseReceipt),
  z.refine(isOutgoingReceipt, 'The M-Pesa receipt has 10 to 12 letters and digits.'),
)
const receipt = line('M-Pesa receipt', 10).check(
  z.overwrite((typed: string) => typed.toUpperCase()),
  z.regex(/^[A-Z0-9]{10}$/, 'The M-Pesa receipt has ten letters and digits.'),
)

/**
 * The amount that an agent counted. `rest`, when that is less than it should be: the rest stays in the drawer (the
 * default) or is missing. `inDrawer` is the drawer's cents at the time of the decision, where the page showed them.
 */
export const cashCount = z.object({
  amount: shillings('Amount'),
  rest: z.optional(z.enum(restsOfDrawer)),
  inDrawer: z.optional(z.int().check(z.minimum(0))),
})
/** The amount that an admin counted, with a reason when it differs from what it should be. */
export const cashReceipt = z.object({ amount: shillings('Amount'), reason: z.optional(reason) })
export const cashExplanation = z.object({
  as: z.enum(explanations),
  /** The agent whose drawer it is; missing for the agent who answers for it. */
  username: z.optional(username),
  /** Which payment. */
  receipt: z.optional(receipt),
  reason,
})
/** Cash that the office takes out of a drawer itself. `inDrawer` is the cents that it held when the admin looked. */
export const cashTakenIn = z.object({
  amount: shillings('Amount'),
  rest: z.enum(restsOfDrawer),
  inDrawer: z.int().check(z.minimum(0)),
  reason,
})
/** What became of the cash of a parcel that goes back. */
export const cashGivenBack = z.object({ as: z.enum(givingsBack), reason })
/**
 * `cents` is the sum that was ready when the admin decided. `sent`: the money has left already, before another admin
 * approved; the payout is recorded and marked until another admin has looked at it.
 */
export const payoutForm = z.object({
  ...{ owedTo, cents: z.int().check(z.minimum(1)), reference: sentReceipt },
  sent: z.optional(z.literal(true)),
})
/** What another admin is asked to approve. */
export const payoutToApprove = z.pick(payoutForm, { owedTo: true, cents: true })

/** Money that left by M-Pesa. `name` and `phone` are the payee's, as known at that time. */
const paidOut = z.object({
  _id: z.string(),
  of: z.enum(outgoings),
  ...named,
  phone: z.nullable(z.string()),
  cents,
  receipt: z.string(),
  /** The first ten parcels that it paid for, and how many there are. */
  parcels: z.array(z.object({ parcel })),
  manyParcels: z.number(),
  by: z.nullable(z.string()),
  approval: z.enum(outgoingApprovals),
  approvedBy: z.nullable(z.string()),
  /** Why it was paid back, and the note of the admin who approved it afterwards. */
  reason: z.nullable(z.string()),
  approvalReason: z.nullable(z.string()),
  at: z.string(),
})
export type PaidOutRow = z.infer<typeof paidOut>
const paidOutFilters = { search: z.optional(search), missing: z.optional(z.stringbool()) }
/** The note of an admin who looks at money that left without approval. */
export const paidOutApproval = z.object({ reason: z.optional(z.union([z.literal(''), reason])) })

/** `id`: of the account. */
export const payeeNumber = z.object({ id, phone: mobile('Phone') })
/** Refusals of every call that records sent money. */
export const sending = [
  ...(['receipt_taken', 'receipt_day', 'receipt_came_in', 'outgoing_too_large'] as const),
  ...(['own_money', 'approval_needed'] as const),
] as const

const filters = { account: z.optional(account), from: z.optional(day), to: z.optional(day) }
const admins = ['admin'] as const
const agents = ['agent'] as const
const tags = ['books']

export const books = {
  /** The balance of each account, and since when the books exist. */
  accounts: call(admins)
    .route({ method: 'GET', path: '/admin/books', tags })
    .output(z.object({ accounts: z.array(z.object({ account, cents })), since: z.nullable(z.string()) })),
  /** What was in each account before a day and at its end, and what came in and went out; money counts when it moved. */
  day: call(admins, 'bad_input')
    .route({ method: 'GET', path: '/admin/books/days/{day}', tags })
    .input(z.object({ day: calendarDay }))
    .output(z.array(z.object({ account, before: cents, in: cents, out: cents, after: cents, mpesa }))),
  /** Newest first. */
  entries: call(personalData)
    .route({ method: 'GET', path: '/admin/books/entries', tags })
    .input(z.object({ ...paging, ...filters }))
    .output(z.array(entry)),
  csv: call(exported).route({ method: 'GET', path: '/admin/books.csv', tags }).input(z.object(filters)).output(csvFile),
  /** How many need an admin: drawers with cash older than a day, hand-overs, cash to explain, payouts. */
  counts: call(admins)
    .route({ method: 'GET', path: '/admin/books/counts', tags })
    .output(
      z.object({ drawers: counted, handOvers: counted, unexplained: counted, ready: counted, unapproved: counted }),
    ),
  /** Drawers with cash, oldest cash first. */
  drawers: call(personalData)
    .route({ method: 'GET', path: '/admin/books/drawers', tags })
    .input(z.object(paging))
    .output(z.array(agentDrawer)),
  /** One agent's drawer, also of a deleted agent; empty when nothing was ever taken. */
  drawer: call(personalData)
    .route({ method: 'GET', path: '/admin/books/drawers/{id}', tags })
    .input(z.object({ id }))
    .output(agentDrawer),
  /** Takes cash out of a drawer without its agent. A waiting hand-over must be received first (`hand_over_waiting`). */
  takeIn: call(adminAct, 'drawer_empty', 'drawer_changed', 'hand_over_waiting', 'approval_needed', 'own_money')
    .route({ method: 'POST', path: '/admin/books/drawers/{id}/take-in', tags })
    .input(z.extend(cashTakenIn, { id }))
    .output(agentHandOver),
  /** Asks another admin to approve a large shortage. The same `takeIn` works once they have approved it. */
  askTakeIn: call(adminAct, 'own_money')
    .route({ method: 'POST', path: '/admin/books/drawers/{id}/take-in/approval', successStatus: 201, tags })
    .input(z.extend(cashTakenIn, { id }))
    .output(approvalAsked),
  /** Newest first: all of them, or those that no admin has counted. */
  handOvers: call(personalData)
    .route({ method: 'GET', path: '/admin/books/hand-overs', tags })
    .input(z.object({ ...paging, waiting: z.optional(z.stringbool()) }))
    .output(z.array(agentHandOver)),
  receive: call(adminAct, 'not_found', 'stale', 'reason_missing', 'own_money')
    .route({ method: 'POST', path: '/admin/books/drawers/{agentId}/hand-overs/{id}', tags })
    .input(z.extend(cashReceipt, { agentId: id, id }))
    .output(agentHandOver),
  unexplained: call(personalData)
    .route({ method: 'GET', path: '/admin/books/unexplained', tags })
    .input(z.object(paging))
    .output(z.array(unexplained)),
  explain: call(adminAct, 'not_found', 'stale', 'own_money')
    .route({ method: 'POST', path: '/admin/books/unexplained/{id}', tags })
    .input(z.extend(cashExplanation, { id }))
    .output(z.object({})),
  /** For cash whose parcel goes back to its sender. */
  giveBack: call(adminAct, 'not_found', 'stale', 'own_money')
    .route({ method: 'POST', path: '/admin/books/unexplained/{id}/give-back', tags })
    .input(z.extend(cashGivenBack, { id }))
    .output(z.object({})),
  /** Who can be paid out, the longest waiting first. */
  ready: call(personalData)
    .route({ method: 'GET', path: '/admin/books/ready', tags })
    .input(z.object(paging))
    .output(z.array(owedSender)),
  payee: call(personalData)
    .route({ method: 'GET', path: '/admin/books/payee', tags })
    .input(z.object({ owedTo }))
    .output(payee),
  /** The payout number of an account, for an owner who cannot change it themselves. Always by two admins. */
  setPayeeNumber: call(adminAct, 'approval_needed', 'own_money', 'not_found')
    .route({ method: 'PUT', path: '/admin/books/payees/{id}/number', tags })
    .input(payeeNumber)
    .output(payTo),
  askPayeeNumber: call(adminAct, 'own_money', 'not_found')
    .route({ method: 'POST', path: '/admin/books/payees/{id}/number/approval', successStatus: 201, tags })
    .input(payeeNumber)
    .output(approvalAsked),
  /**
   * Pays all that is ready, if that is still `cents`. The money moves outside of Tuma, by M-Pesa; `reference` is its
   * receipt.
   */
  payOut: call(adminAct, 'payout_changed', 'payee_new', ...sending)
    .route({ method: 'POST', path: '/admin/books/payouts', tags })
    .input(payoutForm)
    .output(payout),
  /** Asks another admin to approve a payout before the money leaves. `approvers`: how many could approve it now. */
  askPayOut: call(adminAct, 'payout_changed')
    .route({ method: 'POST', path: '/admin/books/payouts/approval', successStatus: 201, tags })
    .input(payoutToApprove)
    .output(approvalAsked),
  /**
   * Payouts and refunds, newest first. `search`: a receipt or its beginning, a whole phone, or whole words of a name;
   * `missing`: only money that left without approval and that no other admin has looked at.
   */
  paidOut: call(personalData)
    .route({ method: 'GET', path: '/admin/books/paid-out', tags })
    .input(z.object({ ...paging, ...paidOutFilters }))
    .output(z.array(paidOut)),
  paidOutCsv: call(exported)
    .route({ method: 'GET', path: '/admin/books/paid-out.csv', tags })
    .input(z.object(paidOutFilters))
    .output(csvFile),
  /** Another admin approves money that left without approval. */
  approvePaidOut: call(adminAct, 'not_found', 'approval_own', 'approver_new', 'approver_promoted', 'own_money')
    .route({ method: 'POST', path: '/admin/books/paid-out/{id}/approve', tags })
    .input(z.extend(paidOutApproval, { id }))
    .output(z.object({})),
}

export const cash = {
  /** The agent's own. */
  drawer: call(agents)
    .route({ method: 'GET', path: '/agent/cash', tags: ['cash'] })
    .output(drawer),
  handOvers: call(agents)
    .route({ method: 'GET', path: '/agent/cash/hand-overs', tags: ['cash'] })
    .input(z.object(paging))
    .output(z.array(handOver)),
  handOver: call(agents, 'drawer_empty', 'drawer_changed')
    .route({ method: 'POST', path: '/agent/cash/hand-overs', tags: ['cash'] })
    .input(cashCount)
    .output(handOver),
  ...cashOffers,
  ...payIns,
}
