import type { User } from '@tuma/contracts/api'
import { getAccount, isSamePhone, normalisePhone, owedToAccount, Refused } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'

/** The owner of the money that a call moves. Fields that a call does not have are left out. */
type Whose = {
  /** `account:…` or `phone:…`. */
  readonly owedTo?: string | undefined
  readonly accountId?: string | undefined
  readonly username?: string | undefined
  /** The phone that would get the money. */
  readonly phone?: string | undefined
  readonly paymentId?: string | undefined
  /** The receipt of a payment. */
  readonly receipt?: string | undefined
  readonly deliveryId?: string | undefined
  /** The parcel whose cash the admin explains, because they may have taken it themselves. */
  readonly getTaking?: string | undefined
  /** The money that left. */
  readonly outgoingId?: string | undefined
}
type Named = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const ofPayment = ({ id }: Named): Whose => ({ paymentId: text(id) })
const ofParcel = ({ id }: Named): Whose => ({ deliveryId: text(id) })

/**
 * Every call by which an admin pays, refunds or moves money, or releases what money holds, and whose money it is. A
 * test fails for a call of admins alone that is neither here nor in `movesNoMoney`, so that a new one can not be
 * forgotten.
 */
export const moneyCalls: Readonly<Record<string, (input: Named) => Whose>> = {
  'books.payOut': ({ owedTo }) => ({ owedTo: text(owedTo) }),
  'books.askPayOut': ({ owedTo }) => ({ owedTo: text(owedTo) }),
  'books.receive': ({ agentId }) => ({ accountId: text(agentId) }),
  'books.takeIn': ({ id }) => ({ accountId: text(id) }),
  'books.askTakeIn': ({ id }) => ({ accountId: text(id) }),
  // Admins change their own number with their password, and must not make another's number their own.
  'books.setPayeeNumber': ({ id, phone }) => ({ accountId: text(id), phone: text(phone) }),
  'books.askPayeeNumber': ({ id, phone }) => ({ accountId: text(id), phone: text(phone) }),
  'books.explain': ({ id, username, receipt }) => ({
    ...{ deliveryId: text(id), getTaking: text(id), username: text(username), receipt: text(receipt) },
  }),
  'books.giveBack': ({ id }) => ({ deliveryId: text(id), getTaking: text(id) }),
  'books.approvePaidOut': ({ id }) => ({ outgoingId: text(id) }),
  'adminPayments.release': ofPayment,
  'adminPayments.rebind': ({ id, username }) => ({ paymentId: text(id), username: text(username) }),
  'adminPayments.refund': ofPayment,
  'adminPayments.askRefund': ofPayment,
  'adminPayments.letPass': ofPayment,
  // A payment, or money that left.
  'statements.explain': ({ id }) => ({ paymentId: text(id), outgoingId: text(id) }),
  // Money that is due for a parcel, or a doubt about its payment, stops these steps: an override and a lifted hold go
  // past that.
  'adminDeliveries.setStatus': ofParcel,
  'trouble.lift': ofParcel,
}

type Asks = Pick<Services, 'identity' | 'delivery' | 'payment' | 'revenue'>
export type RefuseOwnMoney = (call: string, user: User | null, input: () => unknown) => Promise<void>

/**
 * An admin can not move money to themselves. Refused are their own account and phone, a payment made with that phone,
 * and the money of a parcel that they send, receive or pay for. Agents take their own steps and are not checked. The
 * check is at the door, because only here the admin's account and phone are known for every service.
 * @returns a check; `input` is as the contract has parsed it. @throws Refused('own_money')
 */
export const refusingOwnMoney =
  (services: Asks): RefuseOwnMoney =>
  async (call, user, input) => {
    const whoseOf = Object.hasOwn(moneyCalls, call) ? moneyCalls[call] : undefined
    if (user?.role !== 'admin' || !whoseOf) return
    const said = input()
    if (typeof said !== 'object' || said === null) return
    if (await isOwn(services, user, whoseOf(said as Named))) throw new Refused('own_money')
  }

const isOwn = async (services: Asks, user: User, whose: Whose): Promise<boolean> => {
  const { owedTo, accountId, username, phone, paymentId, receipt, deliveryId, getTaking, outgoingId } = whose
  if (accountId === user._id) return true
  if (phone !== undefined && isSamePhone(phone, user.phone)) return true
  if (username !== undefined && username.toLowerCase() === user.username.toLowerCase()) return true
  const checks = await Promise.all([
    owedTo !== undefined && isOwnDebt(services, user, owedTo),
    paymentId !== undefined && isOwnPayment(services, user, paymentId),
    receipt !== undefined && isOwnReceipt(services, user, receipt),
    deliveryId !== undefined && isOwnParcel(services, user, deliveryId),
    getTaking !== undefined && isOwnTaking(services, user, getTaking),
    outgoingId !== undefined && isOwnOutgoing(services, user, outgoingId),
  ])
  return checks.includes(true)
}

const getPhone = ({ phone }: User): string => normalisePhone(phone) ?? phone

/** The money goes to the payout number, so another account with the admin's own phone counts too. */
const isOwnDebt = async ({ delivery, identity, revenue }: Asks, user: User, owedTo: string): Promise<boolean> => {
  if (owedTo === owedToAccount(user._id)) return true
  const accountId = getAccount(owedTo)
  if (accountId === null) return (await delivery.owedTo({ phone: getPhone(user) })).owedTo === owedTo
  const [account, payTo] = await Promise.all([identity.account({ accountId }), revenue.payTo({ accountId })])
  return [account, payTo].some((one) => one !== null && isSamePhone(one.phone, user.phone))
}

/** Paid by them, or for a parcel of theirs. */
const isOwnPayment = async (services: Asks, user: User, paymentId: string): Promise<boolean> => {
  if (await isPaidBy(services, user, paymentId)) return true
  const usedBy = (await services.payment.refundPayee({ paymentId }))?.usedBy ?? null
  return usedBy !== null && isOnParcel(user, await getParcel(services, user, usedBy))
}

const isPaidBy = async ({ payment }: Asks, user: User, paymentId: string): Promise<boolean> =>
  (await payment.isOwnPayment({ paymentId, userId: user._id, phone: getPhone(user) })).own

const isOwnReceipt = async (services: Asks, user: User, receipt: string): Promise<boolean> => {
  const { rows } = await services.payment.held({ tab: 'all', search: receipt, limit: 5, cursor: null })
  const found = rows.find((row) => row.receipt === receipt)
  return found !== undefined && isOwnPayment(services, user, found.paymentId)
}

type Parcel = Awaited<ReturnType<Services['delivery']['get']>>

const getParcel = ({ delivery }: Asks, user: User, deliveryId: string): Promise<Parcel> => {
  const viewer = { kind: 'user', userId: user._id, username: user.username, role: user.role, shop: null } as const
  return delivery.get({ viewer, deliveryId })
}

/** They are its sender or receiver. */
const isOnParcel = (user: User, parcel: Parcel): boolean =>
  parcel !== null &&
  (parcel.ownerId === user._id || [parcel.sender, parcel.receiver].some(({ phone }) => isSamePhone(phone, user.phone)))

const isOwnParcel = async (services: Asks, user: User, deliveryId: string): Promise<boolean> => {
  const parcel = await getParcel(services, user, deliveryId)
  if (isOnParcel(user, parcel)) return true
  const paymentId = parcel?.paymentId ?? null
  return paymentId !== null && isPaidBy(services, user, paymentId)
}

/** They said that they took the money. Where an admin set the status, the holder of the money is not known. */
const isOwnTaking = async ({ delivery }: Asks, user: User, deliveryId: string): Promise<boolean> => {
  const history = (await delivery.history({ deliveryId })) ?? []
  const isTheirs = ({ type, by, details }: (typeof history)[number]) =>
    type === 'DueTaken' && details.how !== 'unexplained' && by.kind === 'user' && by.id === user._id
  return history.some(isTheirs)
}

const isOwnOutgoing = async ({ payment }: Asks, user: User, outgoingId: string): Promise<boolean> => {
  const outgoing = await payment.outgoingOne({ outgoingId })
  if (!outgoing) return false
  return getAccount(outgoing.about) === user._id || (outgoing.phone !== null && isSamePhone(outgoing.phone, user.phone))
}
