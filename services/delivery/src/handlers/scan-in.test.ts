import type { Actor, CommandContext } from '@tuma/contracts/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dependencies } from '../dependencies.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import { cbd, dukaniRequested, getRows, thika } from '../testing/parcels.ts'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'
import { findScanned } from './find-scanned.ts'

let world: World
let riderId: string
beforeAll(async () => {
  world = await openWorld()
  ;({ riderId } = await openNetwork(world))
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const { wanjiku, admin, cbdAgent, thikaAgent, thikaMarketAgent, kimboAgent } = people
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })
const toAgent = (userId: string, shop: typeof thika | null): Actor => ({
  ...{ kind: 'user', userId, username: `${userId}.ke`, role: 'agent', shop },
})
const monday = '2026-11-16T06:00:00.000Z'

const dukaniBooked = () =>
  world.delivery().requestDukani({ asked: world.asked(wanjiku), ...dukaniForm(world.pay(wanjiku, 200)) })
const doorBooked = () => world.delivery().requestDoorstep({ asked: world.asked(wanjiku), ...doorstepForm() })
const counterBooked = () =>
  world.delivery().takeInAtCounter({
    ...{ asked: world.asked(cbdAgent), sender: { name: 'Wanjiku', phone: '254712345678' } },
    ...{ receiver: { name: 'Otieno', phone: '254722000111' }, to: { shop: thika } },
    ...{ parcelDescription: 'Shoes', deliveryFee: 200, pay: { how: 'cash', productPrice: 0 } },
  })
const press = async (actor: Actor, deliveryId: string, to: 'uncollected' | 'inTransit') =>
  world.delivery().move({ asked: world.asked(actor), deliveryId, to, revision: null })
const dukaniSent = async () => {
  const booked = await dukaniBooked()
  await press(cbdAgent, booked.deliveryId, 'uncollected')
  await press(cbdAgent, booked.deliveryId, 'inTransit')
  return booked
}

type Code = string | { code: string; doneAt: string | null }
const send = (asked: CommandContext, look: boolean, codes: readonly Code[]) =>
  world.delivery().scanIn({
    ...{ asked, look },
    codes: codes.map((code) => (typeof code === 'string' ? { code, doneAt: null } : code)),
  })
const scan = (actor: Actor, ...codes: readonly Code[]) => send(world.asked(actor), false, codes)
const look = (actor: Actor, ...codes: readonly Code[]) => send(world.asked(actor), true, codes)
const history = async (deliveryId: string) =>
  (await world.delivery().history({ deliveryId }))?.map(({ type }) => type) ?? []

describe('each code of a scan is answered by itself', () => {
  test('in the order of the codes, with the row as the scan leaves it', async () => {
    const [here, coming, toDoor] = [await dukaniBooked(), await dukaniSent(), await doorBooked()]
    const answers = await scan(cbdAgent, here.trackingId, 'a box of milk', toDoor.trackingId, coming.trackingId)
    expect(answers).toMatchObject([
      { verdict: 'takenIn', trackingId: here.trackingId, delivery: { status: 'uncollected' } },
      { code: 'a box of milk', verdict: 'unknown', trackingId: null },
      { verdict: 'takenInForRider', until: '2026-11-16T18:00:00.000Z', delivery: { seen: true } },
      { verdict: 'forOtherShop', shop: thika },
    ])
    expect(await scan(thikaAgent, coming.trackingId)).toMatchObject([
      { verdict: 'arrived', delivery: { status: 'delivered', nextStep: { step: 'assignPicker', mine: true } } },
    ])
  })
  test('as a link, in small letters, and with a hundred at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, dukaniBooked))
    const codes = all.map(({ trackingId }, index) =>
      index % 2 === 0 ? trackingId.toLowerCase() : `https://tuma.example/t/${trackingId}`,
    )
    const answers = await scan(cbdAgent, ...codes, ...Array.from({ length: 80 }, (_, index) => `milk ${index}`))
    expect(answers.filter(({ verdict }) => verdict === 'takenIn').map(({ trackingId }) => trackingId)).toEqual(
      all.map(({ trackingId }) => trackingId),
    )
    expect(answers).toHaveLength(100)
  })
  test('a code that is twice in a scan is here already the second time', async () => {
    const { deliveryId, trackingId } = await dukaniSent()
    const answers = await scan(thikaAgent, trackingId, trackingId)
    expect(answers.map(({ verdict }) => verdict)).toEqual(['arrived', 'alreadyHere'])
    expect((await history(deliveryId)).filter((type) => type === 'ParcelDelivered')).toHaveLength(1)
  })
  test('a parcel that was booked a moment ago is found', async () => {
    const { delivery } = await counterBooked()
    expect(await scan(thikaAgent, delivery.trackingId)).toMatchObject([{ verdict: 'arrivedUnsent', shop: cbd }])
  })
})

describe('a look', () => {
  test('says what the scan says, and records nothing', async () => {
    const { deliveryId, trackingId } = await dukaniSent()
    const before = await history(deliveryId)
    expect(await look(thikaAgent, trackingId)).toMatchObject([
      { verdict: 'arrived', delivery: { status: 'inTransit' } },
    ])
    expect(await history(deliveryId)).toEqual(before)
    expect(await scan(thikaAgent, trackingId)).toMatchObject([{ verdict: 'arrived' }])
    expect(await look(thikaAgent, trackingId)).toMatchObject([{ verdict: 'alreadyHere' }])
  })
})

describe('the same command again', () => {
  test('answers what it has recorded, also after the parcel went on', async () => {
    const { deliveryId, trackingId } = await dukaniBooked()
    const asked = world.asked(cbdAgent)
    const [first] = await send(asked, false, [trackingId])
    await press(cbdAgent, deliveryId, 'inTransit')
    expect(await send(asked, false, [trackingId])).toEqual([first])
    expect((await history(deliveryId)).filter((type) => type === 'ParcelDroppedOff')).toHaveLength(1)
  })
  test('answers the deadline that it has recorded', async () => {
    const { trackingId } = await doorBooked()
    const asked = world.asked(cbdAgent)
    const [first] = await send(asked, false, [trackingId])
    world.world.now = '2026-11-16T09:00:00.000Z'
    expect((await send(asked, false, [trackingId]))[0]?.until).toBe(first?.until)
    world.world.now = monday
  })
})

describe('two agents of a shop', () => {
  test('scan the same parcels at once: each arrives once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, dukaniSent))
    const codes = all.map(({ trackingId }) => trackingId)
    const another = toAgent('agent-thika-2', thika)
    const both = await Promise.all([scan(thikaAgent, ...codes), scan(another, ...codes.toReversed())])
    for (const [index, { deliveryId }] of all.entries()) {
      expect((await history(deliveryId)).filter((type) => type === 'ParcelDelivered')).toHaveLength(1)
      const answers = [both[0][index]?.verdict, both[1].toReversed()[index]?.verdict].sort()
      expect(answers).toEqual(['alreadyHere', 'arrived'])
    }
  })
})

describe('a parcel on hold', () => {
  const held = async (deliveryId: string) =>
    world.delivery().putOnHold({ asked: world.asked(admin), deliveryId, code: 'damaged', note: '', toSender: '' })

  test('says why, and arrives with the release', async () => {
    const { deliveryId, trackingId } = await dukaniSent()
    await held(deliveryId)
    expect(await scan(thikaAgent, trackingId)).toMatchObject([
      { verdict: 'onHold', hold: 'damaged', delivery: { held: ['damaged'], status: 'inTransit' } },
    ])
    const lifted = await world.delivery().liftHold({ asked: world.asked(thikaAgent), deliveryId, code: 'damaged' })
    expect(lifted.delivery.status).toBe('delivered')
    expect(await scan(thikaAgent, trackingId)).toMatchObject([{ verdict: 'alreadyHere' }])
  })
  test('tells no other shop why', async () => {
    const { deliveryId, trackingId } = await dukaniSent()
    await held(deliveryId)
    expect(await scan(kimboAgent, trackingId)).toEqual([
      { code: trackingId, verdict: 'forOtherShop', trackingId, shop: thika },
    ])
  })
})

describe('a shop is told', () => {
  test('of a parcel that is not its own only where it goes', async () => {
    const { trackingId } = await dukaniSent()
    const [answer] = await scan(kimboAgent, trackingId)
    expect(Object.keys(answer ?? {}).sort()).toEqual(['code', 'shop', 'trackingId', 'verdict'])
  })
  test('which rider has a parcel for a door', async () => {
    const { deliveryId, trackingId } = await doorBooked()
    await world.delivery().assignRider({ asked: world.asked(cbdAgent), deliveryId, riderId, revision: null })
    await press(cbdAgent, deliveryId, 'inTransit')
    for (const agent of [cbdAgent, thikaMarketAgent])
      expect(await scan(agent, trackingId)).toMatchObject([{ verdict: 'withRider', rider: 'Kiprono Rotich' }])
    expect(await scan(kimboAgent, trackingId)).toEqual([
      { code: trackingId, verdict: 'forOtherShop', trackingId, shop: cbd },
    ])
  })
  test('that a parcel was cancelled', async () => {
    const { delivery } = await counterBooked()
    await world.delivery().voidCounterParcel({ asked: world.asked(cbdAgent), deliveryId: delivery._id, reason: 'Late' })
    for (const agent of [cbdAgent, kimboAgent])
      expect(await scan(agent, delivery.trackingId)).toEqual([
        { code: delivery.trackingId, verdict: 'cancelled', trackingId: delivery.trackingId },
      ])
  })
  test('nothing of a tracking id that no parcel has, of one that was deleted, and of two at once', async () => {
    const [gone, there] = [await dukaniBooked(), await dukaniBooked()]
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId: gone.deliveryId })
    for (const code of ['TM-0000-0000-0001', gone.trackingId, `${there.trackingId} ${gone.trackingId}`])
      expect(await scan(cbdAgent, code)).toEqual([{ code, verdict: 'unknown', trackingId: null }])
  })
})

describe('when the device did it', () => {
  test.each([
    ['tomorrow', '2026-11-17T06:00:00.000Z'],
    ['three minutes ahead', '2026-11-16T06:03:00.000Z'],
    ['last week', '2026-11-09T06:00:00.000Z'],
    ['73 hours ago', '2026-11-13T05:00:00.000Z'],
  ])('is refused for the whole call when it is %s, and nothing is recorded', async (_, doneAt) => {
    const [first, second] = [await dukaniBooked(), await dukaniBooked()]
    await expect(scan(cbdAgent, first.trackingId, { code: second.trackingId, doneAt })).rejects.toEqual(
      refused('bad_input'),
    )
    for (const { deliveryId } of [first, second])
      expect(await history(deliveryId)).toEqual(['DeliveryRequested', 'DeliveryPaid'])
  })
  test('is kept, and the parcel waits from then on', async () => {
    const { deliveryId, trackingId } = await dukaniSent()
    const doneAt = '2026-11-14T06:00:00.000Z'
    const [answer] = await scan(thikaAgent, { code: trackingId, doneAt })
    expect(answer?.delivery?.waiting).toMatchObject({ since: doneAt, until: '2026-11-24' })
    const past = await world.delivery().history({ deliveryId })
    expect(past?.at(-1)).toMatchObject({ at: monday, details: { doneAt, shop: 'THIKA, Main Stage' } })
  })
})

describe('a sticker', () => {
  const print = async (): Promise<string> => {
    const { stickers } = await world.delivery().makeStickerRoll({ asked: world.asked(admin), count: 1, shop: null })
    return stickers[0] ?? ''
  }
  const add = (deliveryId: string, sticker: string) =>
    world.delivery().addSticker({ asked: world.asked(cbdAgent), deliveryId, sticker })

  test('that is on no parcel asks for its parcel, and records nothing', async () => {
    const sticker = await print()
    for (const ask of [look, scan])
      expect(await ask(cbdAgent, sticker)).toEqual([{ code: sticker, verdict: 'freeSticker', trackingId: sticker }])
  })
  test('is as good as the tracking id of the parcel that it is on', async () => {
    const [{ deliveryId, trackingId }, sticker] = [await dukaniSent(), await print()]
    await add(deliveryId, sticker)
    expect(await scan(thikaAgent, sticker, trackingId)).toMatchObject([
      { code: sticker, verdict: 'arrived', trackingId, delivery: { sticker: sticker.slice(-4) } },
      { code: trackingId, verdict: 'alreadyHere', trackingId },
    ])
    expect((await history(deliveryId)).filter((type) => type === 'ParcelDelivered')).toHaveLength(1)
  })
  test('of a cancelled parcel says that it was cancelled', async () => {
    const [{ delivery }, sticker] = [await counterBooked(), await print()]
    await add(delivery._id, sticker)
    await world.delivery().voidCounterParcel({ asked: world.asked(cbdAgent), deliveryId: delivery._id, reason: 'Late' })
    expect(await scan(cbdAgent, sticker)).toEqual([
      { code: sticker, verdict: 'cancelled', trackingId: delivery.trackingId },
    ])
  })
})

test('a parcel that is not in the rows yet is found once they have caught up, and only unknown ids wait for that', async () => {
  const [row] = getRows(deliveriesView, dukaniRequested())
  let waits = 0
  const find = findScanned({
    lists: { tracked: async (id: string) => (waits > 0 && id === row?.trackingId ? row : null) },
    deleted: { get: async () => null },
    stickers: { findBySticker: async () => null, isFreeSticker: async () => false },
    streams: {
      projector: {
        async caughtUp() {
          waits += 1
          return true
        },
      },
    },
  } as unknown as Dependencies)
  expect(await find(['a box of milk'])).toEqual([null])
  expect(waits).toBe(0)
  expect(await find([row?.trackingId ?? '', 'TM-0000-0000-0001'])).toEqual([
    { is: 'parcel', deliveryId: 'd1', trackingId: row?.trackingId },
    null,
  ])
  expect(waits).toBe(1)
})

test('only an agent with a shop scans in', async () => {
  const { trackingId } = await dukaniBooked()
  for (const actor of [admin, wanjiku]) await expect(scan(actor, trackingId)).rejects.toEqual(refused('not_allowed'))
  await expect(scan(toAgent('agent-new', null), trackingId)).rejects.toEqual(refused('not_found'))
})
