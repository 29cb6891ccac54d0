import type { Contents, DeliveryStatus, HoldCode } from '@tuma/contracts/vocabulary'
import type { DomainEvent, Recorded, View } from '@tuma/platform/event-sourcing'
import type { DeleteDelivery, OverrideStatus } from '../domain/admin-decisions.ts'
import type { Asker } from '../domain/asker.ts'
import type { CollectionCodeIssued } from '../domain/collection-code.ts'
import type { About, DeliveryDeleted, DeliveryEvent, DeliveryRequested } from '../domain/delivery.ts'
import type { AssignPicker, AssignRider, MoveParcel } from '../domain/delivery-decisions.ts'
import type { Doorstep, Dukani, PayNow, RequestDelivery } from '../domain/request-decisions.ts'
import type { ScanIn } from '../domain/scan-in.ts'
import type { DueTaken } from '../domain/taking.ts'
import type { HoldParcel, ReleaseHold } from '../domain/trouble/holds.ts'
import type { SenderAsked } from '../domain/trouble/waiting.ts'
import type { ReturnStarted } from '../domain/trouble/way-back.ts'

/** Parcels, people and shops for the tests of this service. */
export const suitcase: Contents = { parcelDescription: 'A blue suitcase' }
/** Keyed hash of a sender's phone. */
export const senderKey = 'hash of a phone'
export const mondayNine = '2026-11-16T06:00:00.000Z'
export const mondayTen = '2026-11-16T07:00:00.000Z'
/** Twelve hours after `mondayNine`. */
export const mondayNinePm = '2026-11-16T18:00:00.000Z'

export const cbd = { location: 'NAIROBI CBD', address: 'Tuma House' }
export const thika = { location: 'THIKA', address: 'Main Stage' }
export const thikaMarket = { location: 'THIKA', address: 'Market' }
export const kimbo = { location: 'KIMBO', address: 'Corner Shop' }

const toAgent = (shop: Asker['shop']): Asker => ({ userId: 'agent', role: 'agent', shop })
export const cbdAgent = toAgent(cbd)
export const thikaAgent = toAgent(thika)
export const thikaMarketAgent = toAgent(thikaMarket)
export const kimboAgent = toAgent(kimbo)
export const agentWithoutShop = toAgent(null)
export const admin: Asker = { userId: 'admin', role: 'admin', shop: null }
export const client: Asker = { userId: 'wanjiku', role: 'user', shop: null }
export const visitor: Asker = { userId: null, role: null, shop: null }
export const system: Asker = { userId: null, role: 'system', shop: null }

/** Fee 250 in both, which gives 25 points. */
export const toDoorstep: Doorstep = {
  deliveryType: 'doorstep',
  place: 'THIKA',
  pickupAddress: 'Blue gate, Section 9',
  moreDetails: 'Call at the gate',
  tier: null,
  quotes: { 'same-day': { now: 250, whenPaid: null }, express: { now: 600, whenPaid: null } },
}
export const toDukani: Dukani = { deliveryType: 'parcelDukani', shop: thika, quote: { now: 250, whenPaid: 250 } }
export const paidNow: PayNow = {
  method: 'payNow',
  reference: 'PAY-123456',
  paymentId: 'payment-1',
  amount: 250,
  told: true,
}

export const request = (changes: Partial<RequestDelivery> = {}): RequestDelivery => ({
  type: 'RequestDelivery',
  deliveryId: 'd1',
  trackingId: 'TM-7K3M-Q2XV-90TB',
  requestHash: 'hash of the request',
  at: mondayNine,
  owner: null,
  sender: { name: 'Wanjiku Kamau', phone: '254712345678' },
  senderShop: cbd,
  senderShopOpening: null,
  ...suitcase,
  receiver: { name: 'Otieno Ouma', phone: '254722000111' },
  destination: toDukani,
  shownFee: null,
  payment: paidNow,
  held: null,
  ...changes,
})

type Requested = DeliveryRequested['data']
const shared = {
  deliveryId: 'd1',
  trackingId: 'TM-7K3M-Q2XV-90TB',
  ownerId: null,
  requestHash: 'hash of the request',
  sender: {
    personId: 'TM-7K3M-Q2XV-90TB:sender',
    name: 'Wanjiku Kamau',
    phone: '254712345678',
    userName: null,
    ...suitcase,
  },
  senderShop: cbd,
  paymentMethod: 'payNow',
  paymentReference: 'PAY-123456',
  paymentId: 'payment-1',
  productPrice: 0,
  fee: 250,
  totalAmount: 250,
} as const satisfies Partial<Requested>
const receiver = { personId: 'TM-7K3M-Q2XV-90TB:receiver', name: 'Otieno Ouma', phone: '254722000111' }

export const dukaniRequested = (changes: Partial<Requested> = {}): DeliveryRequested => ({
  type: 'DeliveryRequested',
  data: {
    ...shared,
    deliveryType: 'parcelDukani',
    receiver: { ...receiver, pickupAddress: null, moreDetails: null },
    receiverPlace: 'THIKA',
    pickupAgent: 'Main Stage',
    tier: null,
    ...changes,
  },
})
export const doorstepRequested = (changes: Partial<Requested> = {}): DeliveryRequested => ({
  type: 'DeliveryRequested',
  data: {
    ...shared,
    deliveryType: 'doorstep',
    receiver: { ...receiver, pickupAddress: 'Blue gate, Section 9', moreDetails: 'Call at the gate' },
    receiverPlace: 'THIKA',
    pickupAgent: null,
    tier: 'same-day',
    ...changes,
  },
})
/** Paid at the door: fee 250 and the product's 1000. */
export const owedAtTheDoor = {
  paymentMethod: 'payOnDelivery',
  paymentReference: '',
  paymentId: null,
  productPrice: 1000,
  totalAmount: 1250,
} as const satisfies Partial<Requested>

/** The events that follow a request, for either kind of parcel. */
export const getEvents = (deliveryType: 'doorstep' | 'parcelDukani') => {
  const about = { deliveryId: 'd1', deliveryType }
  const { trackingId, paymentId, sender, senderShop } = shared
  const waits = deliveryType === 'parcelDukani' ? { waits: { since: mondayTen, until: '2026-11-26' } } : {}
  return {
    overridden: (from: DeliveryStatus, to: DeliveryStatus): DeliveryEvent => ({
      type: 'StatusOverridden',
      data: { ...about, from, to, ...(to === 'delivered' ? waits : {}) },
    }),
    deleted: (from: DeliveryStatus, changes: Partial<DeliveryDeleted['data']> = {}): DeliveryEvent => ({
      type: 'DeliveryDeleted',
      data: {
        ...about,
        from,
        trackingId,
        paymentId,
        freed: true,
        sender: { personId: sender.personId, name: sender.name, phone: sender.phone },
        senderShop,
        receiver,
        ...changes,
      },
    }),
    promised: (by = mondayNinePm): DeliveryEvent => ({ type: 'PromiseMade', data: { ...about, by, basis: 'tier' } }),
    paid: (paidAt = mondayNine): DeliveryEvent => ({ type: 'DeliveryPaid', data: { ...about, fee: 250, paidAt } }),
    dropped: { type: 'ParcelDroppedOff', data: { ...about, from: 'dropping' } },
    inTransit: { type: 'ParcelPutInTransit', data: { ...about, from: 'uncollected' } },
    delivered: { type: 'ParcelDelivered', data: { ...about, from: 'inTransit', ...waits } },
    collected: { type: 'ParcelCollected', data: { ...about, from: 'delivered' } },
    withoutCode: (ownerId: string | null = null): DeliveryEvent => ({
      type: 'CollectedWithoutCode',
      data: { ...about, ownerId, agentId: 'agent' },
    }),
    withCode: (generation = 1): DeliveryEvent => ({
      type: 'CollectedWithCode',
      data: { ...about, generation, agentId: 'agent' },
    }),
    missed: (generation = 1): DeliveryEvent => ({
      type: 'CollectionCodeMissed',
      data: { ...about, generation, agentId: 'agent', at: mondayTen },
    }),
    codeIssued: (generation = 2, at = mondayTen, more: Partial<CollectionCodeIssued['data']> = {}): DeliveryEvent => ({
      type: 'CollectionCodeIssued',
      data: { ...about, generation, by: 'party', formerUntil: null, at, ...more },
    }),
    passing: { type: 'ParcelDelivered', data: { ...about, from: 'inTransit', passing: true } },
    completed: { type: 'DeliveryCompleted', data: { ...about, ownerId: 'wanjiku', points: 25 } },
    riderAssigned: (riderId = 'r1'): DeliveryEvent => ({
      type: 'RiderAssigned',
      data: { ...about, riderId, rider: { personId: `rider:${riderId}`, ...kiprono } },
    }),
    ...eventsOfItsWay(about),
    ...eventsOfErasure(about),
    held: (holds: HoldCode[] = ['payment_doubted'], at = mondayTen): DeliveryEvent => ({
      type: 'ParcelHeld',
      data: { ...about, code: holds.at(-1) ?? 'other', holds, at, because: 'overdue' },
    }),
    released: (holds: HoldCode[] = [], at = mondayTen, code: HoldCode = 'payment_doubted'): DeliveryEvent => ({
      type: 'HoldReleased',
      data: { ...about, code, holds, at, by: 'cleared' },
    }),
    /** Taken in cash, as the agent said. */
    taken: (changes: Partial<DueTaken['data']> = {}): DeliveryEvent => ({
      type: 'DueTaken',
      data: {
        ...{ ...about, how: 'cash', said: true, agentId: 'agent', fee: 250, productPrice: 1000, paymentIds: [] },
        ...{ owedTo: `phone:${senderKey}`, at: mondayTen },
        ...changes,
      },
    }),
    pickerAssigned: { type: 'PickerAssigned', data: { ...about, picker: { personId: 'd1:picker', ...achieng } } },
  } as const satisfies Record<string, Told | Record<string, Told>>
}

const eventsOfErasure = (about: About) => {
  const { trackingId, senderShop } = shared
  const { personId, name, phone } = shared.sender
  return {
    senderErased: {
      type: 'SenderErased',
      data: { ...about, trackingId, sender: { personId, name, phone }, senderShop },
    },
    receiverErased: { type: 'ReceiverErased', data: { ...about, trackingId, receiver, senderShop } },
  } as const satisfies Record<string, Told>
}

const eventsOfItsWay = (about: About) =>
  ({
    reminded: (day: number, at: string): DeliveryEvent => ({
      type: 'ReceiverReminded',
      data: { ...about, day, at },
    }),
    asked: (at: string, changes: Partial<SenderAsked['data']> = {}): DeliveryEvent => ({
      type: 'SenderAsked',
      data: { ...about, ownerId: null, day: 7, until: '2026-11-26', mayWait: true, at, ...changes },
    }),
    prolonged: (at: string, times = 1, until = '2026-12-03'): DeliveryEvent => ({
      type: 'WaitProlonged',
      data: { ...about, times, until, at },
    }),
    returning: (changes: Partial<ReturnStarted['data']> = {}): DeliveryEvent => ({
      type: 'ReturnStarted',
      data: {
        ...about,
        ...{ ownerId: null, from: 'delivered', to: 'uncollected', why: 'waited', generation: 2, at: mondayTen },
        ...changes,
      },
    }),
    back: {
      inTransit: { type: 'ParcelPutInTransit', data: { ...about, from: 'uncollected', leg: 'back' } },
      delivered: { type: 'ParcelDelivered', data: { ...about, from: 'inTransit', leg: 'back' } },
      returned: (agentId: string | null = 'agent'): DeliveryEvent => ({
        type: 'ParcelReturned',
        data: { ...about, from: 'delivered', paymentId: shared.paymentId, agentId, at: mondayTen },
      }),
    },
    lost: { type: 'ParcelLost', data: { ...about, at: mondayTen } },
    found: { type: 'ParcelFound', data: { ...about, at: mondayTen } },
  }) as const satisfies Record<string, Told | Record<string, Told>>
type Told = DeliveryEvent | ((...given: never[]) => DeliveryEvent)
/** The default settings. */
export const waitDays = { remind: [2, 4], ask: 7, backAfterAsked: 3, longer: 7 }
export const kiprono = { name: 'Kiprono Rotich', phone: '254733000222' }
export const achieng = { name: 'Achieng Odhiambo', phone: '254711000333', nationalId: '23456789' }

export const move = (
  to: MoveParcel['to'],
  by: Asker,
  revision: number | null = null,
  taken: MoveParcel['taken'] = null,
): MoveParcel => ({
  ...{ type: 'MoveParcel', by, to, revision, taken, senderKey, days: waitDays, together: false, at: mondayTen },
})
export const scanIn = (by: Asker, doneAt: string | null = null, at = mondayTen): ScanIn => ({
  ...{ type: 'ScanIn', by, trackingId: shared.trackingId, doneAt, days: waitDays, at },
})
export const assignRider = (
  by: Asker,
  riderId = 'r1',
  rider: AssignRider['rider'] = kiprono,
  revision: number | null = null,
): AssignRider => ({ type: 'AssignRider', by, riderId, rider, revision })
export const assignPicker = (by: Asker, picker = achieng, revision: number | null = null): AssignPicker => ({
  type: 'AssignPicker',
  by,
  picker,
  revision,
})
export const overrideTo = (
  to: OverrideStatus['to'],
  by: Asker = admin,
  trackingId: string | null = null,
): OverrideStatus => ({ type: 'OverrideStatus', by, to, trackingId, senderKey, days: waitDays, at: mondayTen })
/** The hold for a payment that after a day is known from its pasted message alone. */
export const hold = (at = mondayTen, code: HoldCode = 'payment_doubted'): HoldParcel => ({
  type: 'HoldParcel',
  code,
  because: 'overdue',
  at,
})
export const release = (at = mondayTen, code: HoldCode = 'payment_doubted'): ReleaseHold => ({
  type: 'ReleaseHold',
  code,
  by: 'cleared',
  days: waitDays,
  at,
})
export const deletion = (
  by: Asker = admin,
  why: Partial<Pick<DeleteDelivery, 'reason' | 'note'>> = {},
): DeleteDelivery => ({
  type: 'DeleteDelivery',
  by,
  reason: null,
  note: '',
  ...why,
})

/** Events as a view gets them: in one stream, an hour apart. */
export const recorded = <Event extends DomainEvent>(stream: string, ...events: Event[]): Recorded<Event>[] =>
  events.map((event, revision) => ({
    ...event,
    id: `${stream}-${revision}`,
    stream,
    revision,
    position: revision + 1,
    metadata: {
      at: new Date(Date.parse(mondayNine) + revision * 3_600_000).toISOString(),
      commandId: `${revision}`,
      correlationId: 'c',
      causationId: 'c',
      actor: null,
    },
  }))

/** The rows of a read model after these events, without the removed ones. */
export const getRows = <Event extends DomainEvent, Row extends object>(
  view: View<Event, Row>,
  ...events: Event[]
): Row[] => {
  const rows = new Map<string, Row | null>()
  for (const event of recorded('delivery-d1', ...events))
    for (const id of view.getIds(event)) rows.set(id, view.project(rows.get(id) ?? null, event, id))
  return [...rows.values()].filter((row) => row !== null)
}
