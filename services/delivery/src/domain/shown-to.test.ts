import { describe, expect, test } from 'vitest'
import {
  admin,
  agentWithoutShop,
  cbdAgent,
  client,
  dukaniRequested,
  eventsOf,
  rowsOf,
  thikaAgent,
  thikaMarketAgent,
  visitor,
} from '../testing/parcels.ts'
import type { Asker } from './asker.ts'
import type { DeliveryEvent } from './delivery.ts'
import { type DeliveryRow, deliveriesView } from './delivery-views.ts'
import { shownTo } from './shown-to.ts'

const { dropped, inTransit, delivered, collected, pickerAssigned, held, released } = eventsOf('parcelDukani')
const rowOf = (...past: DeliveryEvent[]) => rowsOf(deliveriesView, ...past).at(-1) as DeliveryRow
const handedOver = rowOf(dukaniRequested(), dropped, inTransit, delivered, collected, pickerAssigned)

describe('who collected a parcel is told', () => {
  test.each<[string, Asker]>([
    ['the receiving shop', thikaAgent],
    ['admins', admin],
    ['the system', { userId: null, role: 'system', shop: null }],
  ])('to %s in full', (_who, asker) =>
    expect(shownTo(asker, handedOver).picker).toEqual({ ...handedOver.picker, pickerIdSeen: true }),
  )

  test.each<[string, Asker]>([
    ['the sending shop', cbdAgent],
    ['its sender', client],
    ['another shop of the place', thikaMarketAgent],
    ['an agent without a shop', agentWithoutShop],
    ['a client whose address reads like the shop', { ...thikaAgent, role: 'user' }],
    ['anybody', visitor],
  ])('to %s by name, and that the id was seen', (_who, asker) => {
    const { pickerName } = handedOver.picker as NonNullable<DeliveryRow['picker']>
    expect(shownTo(asker, handedOver).picker).toEqual({
      pickerName,
      pickerPhone: expect.stringMatching(/^0\d\*\* \*\*\* \d{3}$/),
      pickerNationalId: null,
      pickerIdSeen: true,
    })
  })

  test('to nobody while nobody has', () =>
    expect([thikaAgent, cbdAgent, admin].map((asker) => shownTo(asker, rowOf(dukaniRequested())).picker)).toEqual([
      null,
      null,
      null,
    ]))
})

describe('what holds a parcel is told', () => {
  const way = [dukaniRequested(), dropped, inTransit, delivered]
  const heldIn = (...past: DeliveryEvent[]) => shownTo(client, rowOf(...past)).held
  test('while it is on its way', () => expect(heldIn(...way, held())).toEqual(['payment_doubted']))
  test('and nothing is said of one that is free, or handed over', () => {
    expect(shownTo(client, rowOf(...way))).not.toHaveProperty('held')
    expect(heldIn(...way, held(), released())).toBeUndefined()
    expect(heldIn(...way, held(), collected)).toBeUndefined()
  })
})
