import { toSpecification } from '@tuma/platform/testing'
import { describe, test } from 'vitest'
import { cbdAgent, client, dukaniRequested, getEvents, mondayTen, thikaAgent } from '../testing/parcels.ts'
import type { DeliveryEvent } from './delivery.ts'
import { delivery } from './delivery-decisions.ts'
import type { AddPhoto } from './photos.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const requested: DeliveryEvent[] = [dukaniRequested(), dukani.paid()]
const delivered = [...requested, dukani.dropped, dukani.inTransit, dukani.delivered]
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const

const add = (photoId: string, by = thikaAgent): AddPhoto => ({ type: 'AddPhoto', by, photoId, at: mondayTen })
const added = (photoId: string): DeliveryEvent => ({
  type: 'PhotoAdded',
  data: { ...about, photoId, agentId: thikaAgent.userId, at: mondayTen },
})
const forget = (photoId: string) => ({ type: 'ForgetPhoto', photoId, at: mondayTen }) as const
const forgotten = (photoId: string): DeliveryEvent => ({
  type: 'PhotoForgotten',
  data: { ...about, photoId, at: mondayTen },
})
const four = ['p1', 'p2', 'p3', 'p4'].map(added)

describe('an agent with a parcel shows what is wrong with it', () => {
  test('and the event records who and when', () =>
    given(...delivered)
      .when(add('p1'))
      .then(added('p1')))
  test('with each photo once', () =>
    given(...delivered, added('p1'))
      .when(add('p1'))
      .then())
  test('with four photos at most, and a repeated one counts once', () => {
    given(...delivered, ...four.slice(0, 3))
      .when(add('p4'))
      .then(added('p4'))
    given(...delivered, ...four)
      .when(add('p5'))
      .thenRefused('photos_enough')
    given(...delivered, ...four)
      .when(add('p4'))
      .then()
  })
  test('and with another one after an old one was deleted', () =>
    given(...delivered, ...four, forgotten('p1'))
      .when(add('p5'))
      .then(added('p5')))
  test('while they have it: after it was handed in and before it is handed over', () => {
    given(...requested)
      .when(add('p1', cbdAgent))
      .thenRefused('step_not_allowed')
    given(...delivered, dukani.collected)
      .when(add('p1'))
      .thenRefused('step_not_allowed')
  })
  test('while one of its people has a key, which seals the photo', () => {
    given(...delivered, dukani.senderErased)
      .when(add('p1'))
      .then(added('p1'))
    given(...delivered, dukani.senderErased, dukani.receiverErased)
      .when(add('p1'))
      .thenRefused('step_not_allowed')
  })
  test('and other people may not', () =>
    given(...delivered)
      .when(add('p1', client))
      .thenRefused('not_allowed'))
})

describe('a photo after its retention time', () => {
  test('is no longer named', () =>
    given(...delivered, ...four)
      .when(forget('p2'))
      .then(forgotten('p2')))
  test('is forgotten once, and only if it exists', () => {
    given(...delivered, added('p1'), forgotten('p1'))
      .when(forget('p1'))
      .then()
    given(...delivered)
      .when(forget('p1'))
      .then()
    given().when(forget('p1')).then()
  })
})
