import type { RemainingPersonalData } from './erasure/remaining-personal-data.ts'
import { type Fact, type Facts, groupedBy } from './facts.ts'
import type { Ledger } from './ledger.ts'
import { messagesOwed } from './messages-owed.ts'
import type { MpesaOfSeed } from './mpesa.ts'
import {
  getParcels,
  getRequestData,
  getStatus,
  getStreams,
  isCancelled,
  isDeleted,
  isFreed,
  selectOnly,
  statusAfter,
  statusOrder,
  toHistories,
} from './parcel-histories.ts'
import type { SentMessage } from './people/message-providers.ts'
import type { PublishedMessage } from './reordering-bus.ts'

/** What a seed has left behind, once everything has settled. */
export type EndState = {
  readonly facts: Facts
  readonly published: readonly PublishedMessage[]
  readonly ledger: Ledger
  readonly mpesa: MpesaOfSeed
  /** As admins see them: sums in cents. */
  readonly books: readonly { readonly account: string; readonly cents: number }[]
  readonly sentMessages: readonly SentMessage[]
  readonly people: RemainingPersonalData
  readonly days: readonly { readonly doorstepRevenue: number; readonly parcelDukaniRevenue: number }[]
  /** By tracking id: the parcel's public tracking. */
  readonly tracked: ReadonlyMap<string, { readonly status: string; readonly deliveryId: string } | null>
  readonly accounts: readonly {
    readonly _id: string
    readonly username: string
    readonly points: number
    readonly role: string
  }[]
}
type Invariant = (end: EndState) => string[]

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
/**
 * Event types that each service publishes. Those of network, shops and riders stay in delivery, and so does the use of
 * a payment in payment.
 */
const announcedTypes: Readonly<Record<string, RegExp>> = {
  delivery:
    /^(Delivery|Parcel(?!Seen)|HoldReleased|DueTaken|TakingsSummed|RiderAssigned|PickerAssigned|StatusOverridden|CollectionCodeIssued|CollectedWithoutCode|ReturnStarted|SenderErased|ReceiverErased|AccountParcelsEnded)/,
  identity: /^(LinkIssued|AccountDeleted)/,
  payment:
    /^(Payment(Claimed|PaidIn|Bound|Unbound|Seen|Confirmed|Doubted|Cleared|Reversed|ReversalDated|Withdrawn|ToppedUp|Refunded)|Prompt(Asked|Sent|Unanswered|Arrived|Paid|Failed|Lapsed)|Outgoing(Claimed|Paid)|TillMoved|TillMoveExplained|PayerReminded|TakingsSummed)$/,
  revenue: /^(PaidOut|PayToSet)$/,
}
const isAnnounced = ({ service, type, data }: Fact): boolean => {
  if (type === 'CashHandedOver') return data.byOffice
  // The senders of an account are announced together, once its key is destroyed.
  if (type === 'SenderErased') return data.paymentId !== undefined
  return announcedTypes[service]?.test(type) ?? false
}

const wrongStep = (history: readonly Fact[], index: number): string[] => {
  const { type, stream, data } = history[index] as Fact
  const next = statusAfter[type]
  if (index === 0 || !next) return []
  const before = getStatus(history.slice(0, index))
  if (data.from !== before) return [`${stream}: ${type} from ${data.from}, it was ${before}`]
  return statusOrder.indexOf(next) > statusOrder.indexOf(before) ? [] : [`${stream} went back to ${next}`]
}

/**
 * A doubted payment lets a parcel be left at its shop, and an admin can override any hold. A doorstep parcel that an
 * admin has set to delivered is at its door, where no hold counts.
 */
const heldSteps = (history: readonly Fact[]): string[] => {
  let holds: readonly string[] = []
  return history.flatMap(({ type, data, stream }) => {
    if (type === 'ParcelHeld' || type === 'HoldReleased') holds = data.holds
    const isStep = type in statusAfter || type === 'ReturnStarted'
    const isAtDoor = history[0]?.data.deliveryType === 'doorstep' && data.from === 'delivered'
    const isHeld = holds.includes('damaged') || (holds.includes('payment_doubted') && type !== 'ParcelDroppedOff')
    return isStep && !isAtDoor && isHeld ? [`${stream}: ${type} while it was held`] : []
  })
}

/** What the figures have of a delivery: a cancelled parcel's fee is taken back. */
const feesLeft = (sale: readonly Fact[]): number[] => {
  const fees = selectOnly(sale, 'FeeTaken').map(({ data }) => data.fee as number)
  return fees.slice(selectOnly(sale, 'FeeTakenBack').length)
}

export const invariants: Readonly<Record<string, Invariant>> = {
  'what people were told is true from then on': ({ ledger }) => ledger.broken,

  'of every acknowledged command an event stands': ({ facts, ledger }) => {
    const stands = new Set(facts.events.map(({ service, commandId }) => `${service} ${commandId}`))
    return ledger.recorded
      .map(({ service, commandId }) => `${service} ${commandId}`)
      .filter((one) => !stands.has(one))
      .map((one) => `${one} was acknowledged and is not there`)
  },

  'a command has no event twice': ({ facts }) =>
    [
      ...groupedBy(
        facts.events.filter(({ type }) => !type.startsWith('Batch')),
        ({ service, stream, commandId, type }) => `${service} ${stream} ${commandId} ${type}`,
      ),
    ].flatMap(([what, all]) => (all.length > 1 ? [`${what} stands ${all.length} times`] : [])),

  'streams have no gaps and no id twice': ({ facts }) => [
    ...[...groupedBy(facts.events, ({ service, stream }) => `${service} ${stream}`)].flatMap(([stream, all]) =>
      all.every(({ revision }, index) => revision === index) ? [] : [`${stream} has a gap`],
    ),
    ...(new Set(facts.events.map(({ id }) => id)).size === facts.events.length ? [] : ['an event id stands twice']),
  ],

  'every step of a parcel begins where the one before ended, and none but an admin goes back': ({ facts }) =>
    getParcels(facts)
      .flatMap(toHistories)
      .flatMap((history) => history.flatMap((_, index) => wrongStep(history, index))),

  'a code opens once its parcel, and none that five guesses have locked, and no wrong one does': ({ facts, ledger }) =>
    getParcels(facts)
      .flatMap(toHistories)
      .flatMap((history) => {
        const opened = selectOnly(history, 'CollectedWithCode')
        const locked = opened.filter(
          ({ data, revision }) =>
            selectOnly(history, 'CollectionCodeMissed').filter(
              (miss) => miss.data.generation === data.generation && miss.revision < revision,
            ).length >= 5,
        )
        const newest = (before: number) =>
          Math.max(1, ...history.filter((one) => one.revision < before).map(({ data }) => data.generation ?? 0))
        const old = opened.filter(({ data, revision }) => data.generation < newest(revision))
        const wrong = opened.filter(({ commandId }) => ledger.guessed.has(commandId))
        return [...locked, ...old, ...wrong].map(({ stream }) => `${stream} was opened by a code that opens nothing`)
      }),

  'a parcel that is held takes no step': ({ facts }) => getParcels(facts).flatMap(toHistories).flatMap(heldSteps),

  // A parcel given back to its sender without the code has `CollectedWithoutCode`, as at a receiver's shop.
  'what goes back is neither paid nor completed from then on': ({ facts }) =>
    getParcels(facts)
      .flatMap(toHistories)
      .flatMap((history) => {
        const turned = history.findIndex(({ type }) => type === 'ReturnStarted')
        const after = turned < 0 ? [] : history.slice(turned)
        return after
          .filter(({ type }) => /^(DeliveryPaid|DeliveryCompleted|DueTaken|ParcelCollected)$/.test(type))
          .map(({ stream, type }) => `${stream}: ${type} on its way back`)
      }),

  'what was pressed has happened': ({ facts, ledger }) => {
    const streams = getStreams(facts, 'delivery', 'delivery')
    return ledger.reached.flatMap(({ deliveryId, status }) => {
      const past = streams.get(`delivery-${deliveryId}`) ?? []
      if (status === 'rider')
        return past.some(({ type }) => type === 'RiderAssigned') ? [] : [`${deliveryId}: no rider`]
      const max = Math.max(
        ...past.map(({ type, data }) =>
          statusOrder.indexOf(statusAfter[type] ?? (type === 'StatusOverridden' ? data.to : '')),
        ),
      )
      return max >= statusOrder.indexOf(status) ? [] : [`${deliveryId} was said to be ${status} and never was`]
    })
  },

  'a parcel that was cancelled takes no step from then on, and only what was said to be cancelled is': ({
    facts,
    ledger,
  }) => {
    const streams = getParcels(facts)
    const ended = streams.filter(isCancelled)
    const steps = ended.flatMap((past) => past.slice(past.findIndex(({ type }) => type === 'ParcelCancelled') + 1))
    const ids = ended.map((past) => getRequestData(past).deliveryId as string)
    return [
      ...steps.filter(({ type }) => type in statusAfter).map(({ stream, type }) => `${stream}: ${type} after its end`),
      ...ledger.cancelled.filter((id) => !ids.includes(id)).map((id) => `${id} was said to be cancelled and is not`),
    ]
  },

  'no parcel belongs to two, and no tracking id to two parcels': ({ facts, ledger }) => {
    const histories = getParcels(facts).flatMap(toHistories)
    const shared = (getKey: (history: Fact[]) => string | null, among: Fact[][]) =>
      [...groupedBy(among, (history) => getKey(history) ?? '')].flatMap(([key, all]) =>
        key !== '' && all.length > 1 ? [`${key} is of ${all.length} parcels`] : [],
      )
    return [
      ...shared((history) => getRequestData(history).trackingId, histories),
      ...getParcels(facts).flatMap((past) =>
        toHistories(past)
          .slice(0, -1)
          .flatMap((history) => (isFreed(history) ? [] : [`${history[0]?.stream} began again and was not given back`])),
      ),
      ...shared(
        (history) => getRequestData(history).paymentId,
        histories.filter((history) => !isDeleted(history)),
      ),
      ...ledger.parcels.flatMap(({ deliveryId, trackingId, ownerId }) => {
        const own = histories.find((history) => getRequestData(history).trackingId === trackingId)
        if (!own) return [`${trackingId} was given out and is of no parcel`]
        const { deliveryId: is, ownerId: owner } = getRequestData(own)
        return is === deliveryId && owner === ownerId ? [] : [`${trackingId} is ${is} of ${owner}`]
      }),
    ]
  },

  'each person who tracks a parcel sees what happened to it': ({ facts, tracked }) =>
    getParcels(facts).flatMap((past) =>
      toHistories(past).flatMap((history) => {
        const { trackingId, deliveryId } = getRequestData(history)
        const shown = tracked.get(trackingId)
        const expected = isDeleted(history) ? null : getStatus(history)
        return (shown?.status ?? null) === expected
          ? []
          : [`${deliveryId} is ${expected} and shown as ${shown?.status}`]
      }),
    ),

  'payments are used once, by the parcel that they pay': ({ facts }) => {
    const payments = getStreams(facts, 'payment', 'payment')
    const wrong = [...payments].flatMap(([stream, past]) => {
      let usedBy: string | null = null
      return past.flatMap(({ type, data }) => {
        const before = usedBy
        if (type === 'PaymentUsed') usedBy = data.deliveryId
        if (type === 'PaymentReleased') usedBy = null
        return type === 'PaymentUsed' && before !== null ? [`${stream} is used twice`] : []
      })
    })
    const owed = getParcels(facts).flatMap((past) => {
      const history = toHistories(past).at(-1) ?? []
      const { paymentId, deliveryId } = getRequestData(history)
      const last = payments.get(`payment-${paymentId}`)?.findLast(({ type }) => /Used|Released/.test(type))
      if (isDeleted(history))
        return isFreed(history) && last?.type === 'PaymentUsed' ? [`payment ${paymentId} was not given back`] : []
      if (paymentId === null) return []
      const isUsed = last?.type === 'PaymentUsed' && last.data.deliveryId === deliveryId
      return isUsed ? [] : [`payment ${paymentId} pays ${deliveryId} and does not know`]
    })
    return [...wrong, ...owed]
  },

  'revenue is what was paid': ({ facts, ledger, days }) => {
    const sales = getStreams(facts, 'revenue', 'sale')
    const wrong = getParcels(facts).flatMap((past) => {
      const [paid] = selectOnly(past, 'DeliveryPaid')
      const deliveryId = getRequestData(past).deliveryId
      const taken = feesLeft(sales.get(`sale-${deliveryId}`) ?? [])
      const expected = paid && !isCancelled(past) ? [paid.data.fee] : []
      return String(taken) === String(expected) ? [] : [`of ${deliveryId} [${taken}] was taken and [${expected}] paid`]
    })
    const told = ledger.parcels.flatMap(({ deliveryId, paid }) => {
      const fees = feesLeft(sales.get(`sale-${deliveryId}`) ?? [])
      return paid === null || fees.length === (ledger.cancelled.includes(deliveryId) ? 0 : 1)
        ? []
        : [`${deliveryId} was paid with ${paid}, and ${fees.length} times taken`]
    })
    const inBooks = sum([...sales.values()].flatMap(feesLeft))
    const shown = sum(days.map((day) => day.doorstepRevenue + day.parcelDukaniRevenue))
    return [...wrong, ...told, ...(inBooks === shown ? [] : [`the days show ${shown} of ${inBooks}`])]
  },

  'points are earned once for each completed parcel': ({ facts, accounts }) => {
    const owed = new Map<string, number>()
    for (const past of getParcels(facts)) {
      const [completed] = selectOnly(past, 'DeliveryCompleted')
      if (completed) owed.set(completed.data.ownerId, (owed.get(completed.data.ownerId) ?? 0) + completed.data.points)
    }
    return accounts.flatMap(({ _id, points }) =>
      points === (owed.get(_id) ?? 0) ? [] : [`${_id} has ${points} points, earned ${owed.get(_id)}`],
    )
  },

  'accounts are what admins made them, and no username is of two': ({ accounts, ledger }) => [
    ...accounts.flatMap(({ _id, role }) => {
      const told = ledger.roles.get(_id) ?? role
      return role === told ? [] : [`${_id} was made ${told} and is ${role}`]
    }),
    ...[...groupedBy(accounts, ({ username }) => username)].flatMap(([username, all]) =>
      all.length > 1 ? [`${username} is of ${all.length} accounts`] : [],
    ),
  ],

  'every message owed is sent, once': messagesOwed,

  'everything is published, in the order of its stream': ({ facts, published }) => {
    const announced = facts.events.filter(isAnnounced)
    const firsts = new Map<string, number>()
    for (const [index, { id }] of published.entries()) if (!firsts.has(id)) firsts.set(id, index)
    const missing = announced
      .filter(({ id }) => !firsts.has(id))
      .map(({ id, type }) => `${type} ${id} is not published`)
    const disordered = [...groupedBy(announced, ({ service, stream }) => `${service} ${stream}`)].flatMap(
      ([stream, all]) => {
        const order = all.map(({ id }) => firsts.get(id) ?? 0)
        return order.every((at, index) => index === 0 || at > (order[index - 1] as number))
          ? []
          : [`${stream} is published in another order`]
      },
    )
    const known = new Set(announced.map(({ id }) => id))
    return [
      ...missing,
      ...disordered,
      ...[...firsts.keys()].filter((id) => !known.has(id)).map((id) => `${id} never was`),
    ]
  },

  'the daily audit finds nothing': ({ facts }) => facts.findings,

  'nothing is parked': ({ facts }) =>
    facts.parked.map(({ consumers, reason, message }) => `${consumers}: ${reason} (${String(message).slice(0, 200)})`),
}
