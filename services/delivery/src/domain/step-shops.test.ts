import { describe, expect, test } from 'vitest'
import { cbd, kimbo, thika, thikaMarket } from '../testing/parcels.ts'
import type { Ends } from './delivery.ts'
import { isReceivingShop, isSendingShop } from './step-shops.ts'

const toShop: Ends = { senderShop: cbd, receiverPlace: 'THIKA', pickupAgent: 'Main Stage' }
const toDoor: Ends = { ...toShop, pickupAgent: null }
const shops = { cbd, thika, thikaMarket, kimbo }
const those = (whose: typeof isSendingShop, ends: Ends) =>
  Object.entries(shops).flatMap(([name, shop]) => (whose(ends, shop) ? [name] : []))

describe('a parcel is', () => {
  test('sent by the shop where it was handed in', () => {
    expect(those(isSendingShop, toShop)).toEqual(['cbd'])
    expect(those(isSendingShop, toDoor)).toEqual(['cbd'])
  })
  test('received by its pickup shop alone', () => expect(those(isReceivingShop, toShop)).toEqual(['thika']))
  test('received for its door by the sender’s shop, or by any shop in the place', () =>
    expect(those(isReceivingShop, toDoor)).toEqual(['cbd', 'thika', 'thikaMarket']))
  test('matched to a shop in any spelling', () => {
    expect(isSendingShop(toShop, { location: 'nairobi  cbd', address: ' tuma house' })).toBe(true)
    expect(isReceivingShop(toDoor, { location: ' thika', address: 'Anywhere' })).toBe(true)
  })
})
