import type { User } from '@tuma/contracts/api'
import { type HeldMessages, type HeldReason, normalisePhone } from '@tuma/contracts/vocabulary'
import type { LimitCounts, Network } from '@tuma/platform/ports'
import { countRequests, limitAttempts } from '@tuma/platform/runtime'
import type { BffSettings } from '../settings.ts'

const day = 24 * 60 * 60_000
const usually = { ofVisitor: { aPhone: 3, anAddress: 100 }, ofAccounts: { aPhone: 5, unpaid: 100 } }

/** A request to send a parcel; phones as services store them. */
type Request = {
  readonly user: User | null
  readonly address: Network
  readonly isPaid: boolean
  readonly sender: string
  readonly receiver: string
}
/** The person whose SMS are held; null: no one's. `giveBack` undoes the count when the request fails. */
type Counted = { readonly held: HeldMessages | null; readonly giveBack: () => Promise<unknown> }

/**
 * Each parcel makes us send SMS to phones that the caller typed. Only visitors who pay later are refused. Parcels of
 * payers and known accounts are taken, and their SMS beyond the day's count are held.
 */
export const requestLimits = (counts: LimitCounts, settings: BffSettings, hash: (text: string) => string) => {
  const free = freeRequests(counts, settings, hash)
  const paid = paidRequests(counts, settings, hash)
  const ofAccount = accountRequests(counts, settings, hash)

  /** Counts before any work is done. @throws too_many */
  return (request: Request): Promise<Counted> => {
    const { user, isPaid } = request
    if (user) return ofAccount(user, request)
    return isPaid ? paid(request) : free(request)
  }
}

const limitFor = ({ demonstration }: BffSettings, said: number | undefined, max: number): number =>
  said ?? (demonstration ? Number.POSITIVE_INFINITY : max)

/**
 * The same limits for visitors who pay later, who are refused beyond them, and for those who have paid, whose SMS are
 * held.
 */
const visitorLimits = (settings: BffSettings) => ({
  ofPhone: limitFor(settings, settings.VISITOR_REQUESTS_PER_DAY, usually.ofVisitor.aPhone),
  ofAddress: limitFor(settings, settings.VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS, usually.ofVisitor.anAddress),
})

const freeRequests = (counts: LimitCounts, settings: BffSettings, hash: (text: string) => string) => {
  const { ofPhone, ofAddress } = visitorLimits(settings)
  const phoneLimit = limitAttempts(counts, { name: 'free requests', max: ofPhone, windowMs: day })
  const addressLimit = limitAttempts(counts, { name: 'free requests from', max: ofAddress, windowMs: day })

  return async ({ address, sender, receiver }: Request): Promise<Counted> => {
    const counted: (() => Promise<void>)[] = []
    const giveBack = () => Promise.all(counted.map((one) => one()))
    try {
      counted.push(await addressLimit(address))
      for (const phone of new Set([sender, receiver]))
        counted.push(await phoneLimit({ hash: hash(`free request ${phone}`) }))
    } catch (error) {
      await giveBack()
      throw error
    }
    return { held: null, giveBack }
  }
}

const paidRequests = (counts: LimitCounts, settings: BffSettings, hash: (text: string) => string) => {
  const { ofPhone, ofAddress } = visitorLimits(settings)
  const phoneLimit = countRequests(counts, { name: 'paid requests', max: ofPhone, windowMs: day })
  const addressLimit = countRequests(counts, { name: 'paid requests from', max: ofAddress, windowMs: day })

  return async ({ address, ...phones }: Request): Promise<Counted> => {
    const all = await addressLimit(address)
    const each = await noteEach([phones.sender, phones.receiver], (phone) =>
      phoneLimit({ hash: hash(`paid request ${phone}`) }),
    )
    return counted(phones, { all, because: 'too-many-from-address' }, each)
  }
}

const accountRequests = (counts: LimitCounts, settings: BffSettings, hash: (text: string) => string) => {
  const { ACCOUNT_UNPAID_PER_DAY: unpaid, ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: aPhone } = settings
  const ofAccount = limitFor(settings, unpaid, usually.ofAccounts.unpaid)
  const ofPhone = limitFor(settings, aPhone, usually.ofAccounts.aPhone)
  const unpaidLimit = countRequests(counts, { name: 'unpaid requests', max: ofAccount, windowMs: day })
  const phoneLimit = countRequests(counts, { name: 'account requests', max: ofPhone, windowMs: day })

  return async (user: User, { isPaid, ...phones }: Request): Promise<Counted> => {
    const all = isPaid ? null : await unpaidLimit({ account: user._id })
    // A sender with many parcels gets a message about each. Another phone in the sender's field may be a stranger's.
    const others = [phones.sender, phones.receiver].filter((phone) => phone !== normalisePhone(user.phone))
    const each = await noteEach(others, (phone) => phoneLimit({ hash: hash(`account request ${phone}`) }))
    return counted(phones, { all, because: 'too-many-of-account' }, each)
  }
}

type Noted = Awaited<ReturnType<ReturnType<typeof countRequests>>>

/** A phone in both fields counts once. */
const noteEach = async (phones: readonly string[], note: (phone: string) => Promise<Noted>) =>
  new Map(await Promise.all([...new Set(phones)].map(async (phone) => [phone, await note(phone)] as const)))

const counted = (
  { sender, receiver }: Pick<Request, 'sender' | 'receiver'>,
  { all, because }: { readonly all: Noted | null; readonly because: HeldReason },
  each: ReadonlyMap<string, Noted>,
): Counted => {
  const reasonFor = (phone: string): HeldReason | null => {
    if (all?.isBeyond) return because
    return each.get(phone)?.isBeyond ? 'too-many-to-phone' : null
  }
  const held = { sender: reasonFor(sender), receiver: reasonFor(receiver) }
  const noted = [...(all ? [all] : []), ...each.values()]
  return {
    held: held.sender || held.receiver ? held : null,
    giveBack: () => Promise.all(noted.map(({ giveBack }) => giveBack())),
  }
}
