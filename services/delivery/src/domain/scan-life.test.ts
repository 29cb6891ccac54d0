import { Refused, type ScanVerdict } from '@tuma/contracts/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  admin,
  assignRider,
  cbdAgent,
  getRows,
  hold,
  kimboAgent,
  mondayTen,
  move,
  release,
  request,
  scanIn,
  senderKey,
  thikaAgent,
  toDoorstep,
  toDukani,
  waitDays,
} from '../testing/parcels.ts'
import type { Asker } from './asker.ts'
import { statusCountsView } from './count-views.ts'
import { type Delivery, type DeliveryEvent, nothingRequested, type Parcel } from './delivery.ts'
import { type DeliveryCommand, delivery } from './delivery-decisions.ts'
import { deliveriesView } from './delivery-views.ts'
import type { RequestDelivery } from './request-decisions.ts'
import { decideScan, type ScanIn } from './scan-in.ts'
import { heldBy } from './trouble/holds.ts'
import { waitingView } from './trouble/waiting-view.ts'

const counter = { agentId: 'agent', how: 'cash', senderKey, voidUntil: '2026-11-16T08:00:00.000Z' } as const
const requests: fc.Arbitrary<RequestDelivery> = fc
  .record({ toDoor: fc.boolean(), isAtCounter: fc.boolean(), isDue: fc.boolean() })
  .map(({ toDoor, isAtCounter, isDue }) =>
    request({
      ...{ destination: toDoor ? toDoorstep : toDukani },
      ...(isDue ? { payment: { method: 'payOnDelivery', productPrice: 1000 } } : {}),
      ...(isAtCounter && !isDue ? { counter, payment: { method: 'cash' } } : {}),
    }),
  )

/** Two agents of each shop. */
const agents: fc.Arbitrary<Asker> = fc
  .tuple(fc.constantFrom(cbdAgent, thikaAgent, kimboAgent), fc.constantFrom('one', 'another'))
  .map(([agent, userId]) => ({ ...agent, userId }))
const scans = fc
  .tuple(agents, fc.constantFrom(null, '2026-11-15T07:00:00.000Z'))
  .map(([by, doneAt]) => scanIn(by, doneAt))
const code = fc.constantFrom('damaged', 'missing', 'misrouted')
const byHand: fc.Arbitrary<DeliveryCommand> = fc
  .tuple(fc.boolean(), agents, code)
  .map(([puts, by, held]) =>
    puts
      ? { type: 'PutOnHold', by, code: held, note: '', toSender: '', at: mondayTen }
      : { type: 'LiftHold', by, code: held, days: waitDays, at: mondayTen },
  )
const commands: fc.Arbitrary<DeliveryCommand> = fc.oneof(
  { weight: 8, arbitrary: scans },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('uncollected', 'inTransit', 'delivered', 'collected'), agents)
      .map(([to, by]) => move(to, by)),
  },
  { weight: 2, arbitrary: byHand },
  { weight: 1, arbitrary: fc.constantFrom(hold(), release()) },
  { weight: 1, arbitrary: agents.map((by) => assignRider(by)) },
  { weight: 1, arbitrary: fc.constant<DeliveryCommand>({ type: 'SendBack', by: admin, at: mondayTen }) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((lost): DeliveryCommand => ({ type: 'ReportLost', by: admin, lost, at: mondayTen })),
  },
  {
    weight: 1,
    arbitrary: agents.map((by): DeliveryCommand => ({ type: 'CancelAtCounter', by, reason: '', at: mondayTen })),
  },
)

type Happened = { readonly before: Parcel | null; readonly event: DeliveryEvent }
type Seen = {
  readonly verdict: ScanVerdict
  readonly before: Delivery
  readonly after: Delivery
  readonly scan: ScanIn
}

const getLife = (life: readonly DeliveryCommand[]) => {
  let state: Delivery = nothingRequested
  const recorded: Happened[] = []
  const scanned: Seen[] = []
  for (const command of life) {
    const before = state
    for (const event of attempt(command, state)) {
      recorded.push({ before: state.parcel, event })
      state = delivery.evolve(state, event)
    }
    if (command.type === 'ScanIn') scanned.push({ ...look(command, before), before, after: state, scan: command })
  }
  return { state, recorded, scanned }
}

const look = ({ by, trackingId, doneAt, days, at }: ScanIn, state: Delivery) => {
  if (!by.shop) throw new Error('this agent has no shop')
  return decideScan(trackingId, { shop: by.shop, doneAt, days, at }, state)
}

/** A scan is never refused, so a refused one fails the test. */
const attempt = (command: DeliveryCommand, state: Delivery): readonly DeliveryEvent[] => {
  try {
    return delivery.decide(command, state)
  } catch (error) {
    if (error instanceof Refused && command.type !== 'ScanIn') return []
    throw error
  }
}

const steps: readonly string[] = ['ParcelDroppedOff', 'ParcelPutInTransit', 'ParcelDelivered', 'ParcelCollected']

const assertOneMoveAStep = (recorded: readonly Happened[]) => {
  const taken = recorded.flatMap(({ before, event }) =>
    steps.includes(event.type) ? [`${event.type} on the way ${before?.leg}`] : [],
  )
  expect(taken).toEqual([...new Set(taken)])
  for (const { before, event } of recorded) {
    if ('from' in event.data) expect(event.data.from).toBe(before?.status)
    if (event.type !== 'ParcelDelivered') continue
    expect(before?.holds).toEqual([])
    expect(before?.outcome).toBeNull()
  }
  expect(recorded.filter(({ event }) => event.type === 'DeliveryPaid').length).toBeLessThanOrEqual(1)
}

const recording: readonly ScanVerdict[] = [
  'takenIn',
  'takenInForRider',
  'arrived',
  'arrivedUnsent',
  'onHold',
  'forOtherShop',
]

const assertScan = ({ verdict, before, after, scan }: Seen) => {
  const writes = after.revision - before.revision
  if (!recording.includes(verdict)) expect(writes).toBe(0)
  if (verdict !== 'onHold' && verdict !== 'forOtherShop' && recording.includes(verdict))
    expect(writes).toBeGreaterThan(0)
  // The second agent of the shop finds that all is recorded.
  const again = look({ ...scan, by: { ...scan.by, userId: 'a second agent' } }, after)
  expect(again.events).toEqual([])
  const isTaken = verdict.startsWith('takenIn') || verdict.startsWith('arrived')
  // A parcel whose payment is in doubt may be dropped off, and is on hold from then on.
  const isHeld = isTaken && after.parcel !== null && heldBy(after.parcel) !== null
  expect(again.verdict).toBe(isHeld ? 'onHold' : isTaken ? 'alreadyHere' : verdict)
}

const assertViews = ({ parcel, revision }: Delivery, recorded: readonly Happened[]) => {
  const events = recorded.map(({ event }) => event)
  const [row, ...others] = getRows(deliveriesView, ...events)
  const counts = getRows(statusCountsView, ...events).filter(({ count }) => count !== 0)
  const [waiting] = getRows(waitingView, ...events)
  expect(others).toEqual([])
  if (!parcel) return expect([row, counts, waiting]).toEqual([undefined, [], undefined])
  const { status, leg, outcome, holds, seen, deliveryType } = parcel
  expect(row).toMatchObject({ status, leg, outcome, holds, seen, revision })
  if (row?.promisedBy) expect(row.promisedBy).toBe(parcel.promisedBy)
  expect(row?.history.at(-1)?.status).toBe(status)
  expect(counts).toEqual([{ deliveryType, status, count: 1 }])
  expect(waiting?.since).toBe(parcel.waiting?.since ?? undefined)
}

test('whatever three shops scan, press, hold and cancel, a parcel takes each step once and its rows tell where it is', () => {
  const verdicts = new Set<string>()
  fc.assert(
    fc.property(requests, fc.array(commands, { minLength: 10, maxLength: 40 }), (first, later) => {
      const { state, recorded, scanned } = getLife([first, ...later])
      assertOneMoveAStep(recorded)
      for (const scan of scanned) {
        assertScan(scan)
        verdicts.add(scan.verdict)
      }
      assertViews(state, recorded)
    }),
    { numRuns: 1000 },
  )
  expect([...verdicts].sort()).toEqual(
    [...recording, 'alreadyHere', 'withRider', 'collected', 'returned', 'cancelled'].sort(),
  )
})

test('a parcel that its receiving shop has scanned arrives there as soon as nothing holds it', () => {
  const released: fc.Arbitrary<DeliveryCommand> = code.map((held) => ({
    ...{ type: 'LiftHold', by: thikaAgent, code: held, days: waitDays, at: mondayTen },
  }))
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 30 }), fc.array(released), (earlier, later) => {
      const { state } = getLife([request(), ...earlier, scanIn(thikaAgent), ...later, release()])
      const { parcel } = state
      if (!parcel || parcel.leg === 'back' || parcel.outcome === 'lost') return
      const isHeld = parcel.holds.length > 0
      if (!isHeld) expect(['delivered', 'collected']).toContain(parcel.status)
    }),
    { numRuns: 500 },
  )
})
