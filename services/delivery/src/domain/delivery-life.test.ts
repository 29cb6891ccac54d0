import { Refused } from '@tuma/contracts/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  achieng,
  admin,
  agentWithoutShop,
  assignPicker,
  assignRider,
  cbdAgent,
  client,
  deletion,
  getRows,
  hold,
  kimboAgent,
  kiprono,
  move,
  overrideTo,
  release,
  request,
  system,
  thikaAgent,
  thikaMarketAgent,
  toDoorstep,
  toDukani,
  visitor,
} from '../testing/parcels.ts'
import { statusCountsView } from './count-views.ts'
import { type Delivery, type DeliveryEvent, nothingRequested, type Parcel, statusAfter } from './delivery.ts'
import { type DeliveryCommand, delivery } from './delivery-decisions.ts'
import { deliveriesView } from './delivery-views.ts'
import { contactsView, customersView } from './people/people-views.ts'
import type { RequestDelivery } from './request-decisions.ts'

/** The table of the rules, written again by hand. */
const table = {
  doorstep: ['uncollected > inTransit', 'sorting > inTransit', 'inTransit > delivered', 'delivered > collected'],
  parcelDukani: [
    'dropping > uncollected',
    'uncollected > inTransit',
    'sorting > inTransit',
    'inTransit > delivered',
    'delivered > collected',
  ],
}

const owner = fc.constantFrom(null, { userId: 'wanjiku', username: 'wanjiku' })
const trackingId = fc.constantFrom('TM-7K3M-Q2XV-90TB', 'TM-0000-0000-0001', 'TM-0000-0000-0002')
const requestHash = fc.constantFrom('one', 'another')
const requests: fc.Arbitrary<RequestDelivery> = fc
  .record({ owner, toDoor: fc.boolean(), later: fc.boolean(), requestHash, trackingId })
  .map(({ toDoor, later, ...given }) =>
    request({
      ...given,
      destination: toDoor ? toDoorstep : toDukani,
      ...(toDoor && later ? { payment: { method: 'payOnDelivery', productPrice: 1000 } } : {}),
    }),
  )
const by = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(cbdAgent, thikaAgent) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(thikaMarketAgent, kimboAgent, agentWithoutShop, admin, client, visitor, system),
  },
)
const to = fc.constantFrom('uncollected', 'inTransit', 'delivered', 'collected')
const settable = fc.constantFrom('uncollected', 'sorting', 'inTransit', 'delivered')
const revision = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(9) })
const rider = fc.constantFrom(kiprono, null)
const picker = fc.constantFrom(achieng, { ...achieng, nationalId: '99999999' })
const typed = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: trackingId })
const managers = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(admin, system) }, { weight: 1, arbitrary: by })
const presses: fc.Arbitrary<DeliveryCommand> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(to, by, revision).map((press) => move(...press)) },
  {
    weight: 3,
    arbitrary: fc.tuple(by, fc.constantFrom('r1', 'r2'), rider, revision).map((press) => assignRider(...press)),
  },
  { weight: 1, arbitrary: fc.tuple(by, picker, revision).map((press) => assignPicker(...press)) },
)
const moment = fc.nat(9).map((hour) => `2026-11-16T0${hour}:00:00.000Z`)
const code = fc.constantFrom('payment_doubted', 'damaged')
const commands: fc.Arbitrary<DeliveryCommand> = fc.oneof(
  { weight: 2, arbitrary: requests },
  { weight: 12, arbitrary: presses },
  { weight: 2, arbitrary: fc.tuple(settable, managers, typed).map((override) => overrideTo(...override)) },
  { weight: 1, arbitrary: managers.map((manager) => deletion(manager)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(hold, release), moment, code).map(([say, ...of]) => say(...of)) },
)

type Happened = { readonly before: Parcel | null; readonly event: DeliveryEvent }

/** The events of one delivery under these commands, and its state after each. */
const getLife = (life: readonly DeliveryCommand[]) => {
  let state: Delivery = nothingRequested
  const recorded: Happened[] = []
  const stands: Delivery[] = []
  for (const command of life) {
    for (const event of attempt(command, state)) {
      recorded.push({ before: state.parcel, event })
      state = delivery.evolve(state, event)
    }
    stands.push(state)
  }
  return { state, recorded, stands }
}
const attempt = (command: DeliveryCommand, state: Delivery): readonly DeliveryEvent[] => {
  try {
    return delivery.decide(command, state)
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

/** The events of each parcel of the stream: after a deletion the next parcel may begin. */
const getParcels = (recorded: readonly Happened[]): Happened[][] => {
  const parcels: Happened[][] = []
  for (const happened of recorded) {
    if (happened.event.type === 'DeliveryRequested') parcels.push([])
    parcels.at(-1)?.push(happened)
  }
  return parcels
}

const toStatuses = (events: readonly DeliveryEvent[]): string[] =>
  events.map((event) => {
    if (event.type === 'StatusOverridden') return event.data.to
    return event.type in statusAfter ? statusAfter[event.type as keyof typeof statusAfter] : ''
  })

const assertOneParcel = (happened: readonly Happened[]) => {
  const events = happened.map(({ event }) => event)
  const times = (type: DeliveryEvent['type']) => events.filter((event) => event.type === type).length
  expect(times('DeliveryRequested')).toBe(1)
  expect(times('DeliveryPaid')).toBeLessThanOrEqual(1)
  expect(times('DeliveryCompleted')).toBeLessThanOrEqual(1)
  expect(times('DeliveryDeleted')).toBeLessThanOrEqual(1)
  expect(times('PickerAssigned')).toBeLessThanOrEqual(1 + times('StatusOverridden'))
  for (const { before, event } of happened) assertTaken(event, before)

  const [requested] = events
  if (requested?.type !== 'DeliveryRequested') throw new Error('a parcel begins with its request')
  const { data } = requested
  expect(times('PromiseMade')).toBe(data.tier === null ? 0 : 1)
  const came = (...statuses: string[]) => toStatuses(events).some((status) => statuses.includes(status))
  expect(times('DeliveryPaid') === 1).toBe(data.paymentMethod === 'payNow' || came('delivered'))
  const completes = data.deliveryType === 'doorstep' ? 'delivered' : 'collected'
  expect(times('DeliveryCompleted') === 1).toBe(data.ownerId !== null && came(completes))
  const last = events.at(-1)
  if (last?.type !== 'DeliveryDeleted') return
  const untouched = events.every(({ type }) =>
    /^(Delivery(Requested|Paid|Deleted)|PromiseMade|ParcelHeld|HoldReleased)$/.test(type),
  )
  expect(last.data.freed).toBe(data.paymentMethod === 'payNow' && untouched)
}

/** Agents follow the order of steps; an admin may set any other status. */
const assertTaken = (event: DeliveryEvent, before: Parcel | null) => {
  if (event.type === 'StatusOverridden') expect(event.data.to).not.toBe(event.data.from)
  if ('from' in event.data) expect(event.data.from).toBe(before?.status)
  if (!(event.type in statusAfter)) return
  const { deliveryType, status } = before as Parcel
  expect(table[deliveryType]).toContain(`${status} > ${statusAfter[event.type as keyof typeof statusAfter]}`)
  if (event.type === 'ParcelPutInTransit' && deliveryType === 'doorstep') expect(before?.riderId).not.toBeNull()
  const handedOver = deliveryType === 'doorstep' && status === 'delivered'
  const mayHold = event.type === 'ParcelDroppedOff' ? ['payment_doubted'] : []
  if (!handedOver) expect(before?.holds.filter((held) => !mayHold.includes(held))).toEqual([])
}

const assertLegal = ({ parcel, spent }: Delivery) => {
  if (!parcel) return
  expect(spent).toBe(false)
  if (parcel.paymentMethod === 'payNow') expect(parcel.paid).toBe(true)
  if (['delivered', 'collected'].includes(parcel.status)) expect(parcel.paid).toBe(true)
  if (parcel.picker) expect([parcel.deliveryType, parcel.status]).toEqual(['parcelDukani', 'collected'])
}

test('for every series of presses, a delivery follows its steps and is paid and completed once', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(requests, fc.array(commands, { minLength: 20, maxLength: 60 }), (first, later) => {
      const { state, recorded, stands } = getLife([first, ...later])
      const parcels = getParcels(recorded)
      for (const parcel of parcels) assertOneParcel(parcel)
      for (const parcel of parcels.slice(0, -1)) {
        expect(parcel.at(-1)?.event).toMatchObject({ type: 'DeliveryDeleted', data: { freed: true } })
      }
      for (const stand of stands) assertLegal(stand)
      expect(state.revision).toBe(recorded.length - 1)
      seen.add(state.parcel?.status ?? (state.spent ? 'spent' : 'freed'))
      if (parcels.length > 1) seen.add('anew')
    }),
    { numRuns: 1000 },
  )
  expect([...seen].sort()).toEqual(
    ['anew', 'collected', 'delivered', 'dropping', 'freed', 'inTransit', 'sorting', 'spent', 'uncollected'].sort(),
  )
})

test('for every series of events, the read models show the existing parcel and no deleted one', () => {
  fc.assert(
    fc.property(requests, fc.array(commands, { maxLength: 60 }), (first, later) => {
      const { state, recorded } = getLife([first, ...later])
      const { parcel, revision } = state
      const events = recorded.map(({ event }) => event)
      const counts = getRows(statusCountsView, ...events).filter(({ count }) => count !== 0)
      const [row, ...others] = getRows(deliveriesView, ...events)
      const people = [...getRows(customersView, ...events), ...getRows(contactsView, ...events)]
      expect(others).toEqual([])
      if (!parcel) {
        expect([row, counts, people]).toEqual([undefined, [], []])
        return
      }

      const { trackingId, deliveryType, status, paid, holds, riderId, picker } = parcel
      expect(row).toMatchObject({ trackingId, deliveryType, status, paid, holds, revision })
      expect([row?.rider?._id ?? null, row?.picker?.pickerNationalId]).toEqual([riderId, picker?.nationalId])
      expect(row?.history.at(-1)?.status).toBe(status)
      expect(counts).toEqual([{ deliveryType, status, count: 1 }])
      expect(people).toHaveLength(3)
      for (const person of people) expect(person).toMatchObject({ trackingId, totalDeliveries: 1 })
    }),
    { numRuns: 300 },
  )
})

test('a person who has nothing to do with a parcel never changes it', () => {
  const strangers = fc.constantFrom(kimboAgent, agentWithoutShop, client, visitor)
  const strange = fc.oneof(
    fc.tuple(to, fc.oneof(strangers, fc.constantFrom(admin, system))).map((press) => move(...press)),
    strangers.map((stranger) => assignRider(stranger)),
    strangers.map((stranger) => assignPicker(stranger)),
    fc.tuple(settable, fc.oneof(strangers, fc.constantFrom(cbdAgent, thikaAgent))).map((press) => overrideTo(...press)),
    fc.oneof(strangers, fc.constantFrom(cbdAgent, thikaAgent)).map((stranger) => deletion(stranger)),
  )
  fc.assert(
    fc.property(requests, fc.array(commands, { maxLength: 30 }), strange, (first, later, press) => {
      const { state } = getLife([first, ...later])
      expect(() => delivery.decide(press, state)).toThrow(Refused)
    }),
  )
})
