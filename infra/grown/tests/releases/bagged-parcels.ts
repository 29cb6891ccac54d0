import type { Patch } from './patched-release.ts'

/**
 * Two future releases of delivery. Parcels are put into a bag for their way, which is a new stored event and a new word
 * in a published one, and an agent adds a remark at the arrival, which is version 2 of a stored event. The first of the
 * two releases reads all of that and writes none of it.
 */

const events = 'contracts/src/events/delivery.ts'
const src = 'services/delivery/src'
const domain = `${src}/domain/delivery.ts`
const decisions = `${src}/domain/delivery-decisions.ts`
const stored = `${src}/stored-events.ts`

const laterVersion =
  'z.object({ ...movedAt, passing: z.optional(z.literal(true)), remark: text }), (older) => ({ ...older, remark: "" })'
const upcoming = `moved.upcoming(${laterVersion}, ({ remark, ...older }) => older)`
const newest = `moved.next(${laterVersion})`

export const reads: readonly Patch[] = [
  [
    events,
    'to: z.enum(deliveryStatuses),\n      at: z.string(),\n      /** True when another',
    'to: z.enum([...deliveryStatuses, "bagged"]),\n      at: z.string(),\n      /** True when another',
  ],
  [
    domain,
    'export type DeliveryEvent =\n',
    'type ParcelBagged = DomainEvent<"ParcelBagged", About & { bag: string }>\nexport type DeliveryEvent =\n  | ParcelBagged\n',
  ],
  [domain, "    case 'DeliveryPaid':\n    case", "    case 'ParcelBagged':\n    case 'DeliveryPaid':\n    case"],
  [
    domain,
    "    case 'DeliveryCompleted':\n      return parcel &&",
    "    case 'ParcelBagged':\n      return parcel\n    case 'DeliveryCompleted':\n      return parcel &&",
  ],
  [
    `${src}/domain/delivery-views.ts`,
    "    case 'DeliveryCompleted':\n      return row &&",
    "    case 'ParcelBagged':\n    case 'DeliveryCompleted':\n      return row &&",
  ],
  [
    `${src}/domain/people/people-views.ts`,
    "    case 'DeliveryCompleted':\n",
    "    case 'ParcelBagged':\n    case 'DeliveryCompleted':\n",
  ],
  [
    `${src}/lists/history.ts`,
    "    case 'ParcelDroppedOff':\n    case 'ParcelPutInTransit':\n    case 'ParcelDelivered':\n",
    "    case 'ParcelBagged':\n      return { bag: event.data.bag }\n" +
      "    case 'ParcelDelivered':\n      return { from: event.data.from, to: statusAfter[event.type], remark: event.data.remark }\n" +
      "    case 'ParcelDroppedOff':\n    case 'ParcelPutInTransit':\n",
  ],
  [
    `${src}/published-events.ts`,
    "    case 'DeliveryDeleted':\n",
    "    case 'ParcelBagged':\n" +
      "      return announce(deliveryEvents.statusChanged, { ...event.data, from: 'inTransit', to: 'bagged', at })\n" +
      "    case 'DeliveryDeleted':\n",
  ],
  [
    stored,
    'ParcelDelivered: moved,',
    `ParcelDelivered: ${upcoming},\n  ParcelBagged: stored(z.object({ ...about, bag: text })),`,
  ],
  [
    decisions,
    'const data = { ...about(parcel), from }\n',
    'const data = { ...about(parcel), from, ...(type === "ParcelDelivered" ? { remark: "" } : {}) }\n',
  ],
]

export const writes: readonly Patch[] = [
  ...reads,
  [stored, upcoming, newest],
  [decisions, '{ remark: "" }', '{ remark: "dry" }'],
  [
    decisions,
    'return [moved, ',
    'return [moved,\n' +
      '    ...(to === "inTransit" ? [{ type: "ParcelBagged", data: { ...about(parcel), bag: "B-7" } } as const] : []),\n' +
      '    ',
  ],
]
