import { describe, expect, test } from 'vitest'
import { type DeliveryStatus, type DeliveryType, deliveryStatuses, deliveryTypes } from './delivery-status.ts'
import { legs, outcomes, type Placed } from './standing.ts'
import { hereKey, stagesSoFar, stepsAhead, type Told, toStage, trackingStage, waitsFor } from './way.ts'
import { hereWords, sentenceWords, stageWords } from './way-words.ts'
import { hereWordsInSwahili, sentenceWordsInSwahili, stageWordsInSwahili } from './way-words-swahili.ts'

const out = (deliveryType: DeliveryType, status: DeliveryStatus): Placed => ({ deliveryType, status })
const back = (status: DeliveryStatus, deliveryType: DeliveryType = 'parcelDukani'): Placed => ({
  ...{ deliveryType, status, leg: 'back' },
  ...(status === 'collected' && { outcome: 'returned' }),
})
const lost: Placed = { deliveryType: 'parcelDukani', status: 'inTransit', outcome: 'lost' }
const held = (parcel: Told): Told => ({ ...parcel, held: true })

describe('what a step is called once it has come true', () => {
  test('is how it was called before', () => {
    for (const [status, next] of [
      ['uncollected', 'handedIn'],
      ['inTransit', 'inTransit'],
      ['delivered', 'ready'],
      ['collected', 'collected'],
    ] as const) {
      const before = deliveryStatuses[deliveryStatuses.indexOf(status) - 1] ?? 'dropping'
      expect(stepsAhead(out('parcelDukani', before))[0]).toBe(next)
      expect(toStage(out('parcelDukani', status))).toBe(next)
    }
    expect(stepsAhead(out('doorstep', 'inTransit'))).toEqual([toStage(out('doorstep', 'delivered'))])
  })
  test('of a parcel for a door says that it is booked, until a rider was chosen', () => {
    expect(toStage(out('doorstep', 'uncollected'))).toBe('booked')
    expect(toStage({ ...out('doorstep', 'uncollected'), rider: true })).toBe('riderComes')
    expect(toStage({ ...out('doorstep', 'inTransit'), rider: true })).toBe('inTransit')
  })
  test('on the way back, and of a lost one, is never that of one going out', () => {
    const stages = (['uncollected', 'sorting', 'inTransit', 'delivered', 'collected'] as const).map((at) =>
      toStage(back(at)),
    )
    expect(stages).toEqual(['goingBack', 'sortingBack', 'inTransitBack', 'backAtShop', 'withSender'])
    expect(toStage(lost)).toBe('lost')
  })
  test('so far says where it has been, and that it is ready only while it is', () => {
    const been = [{ status: 'inTransit' }, { status: 'delivered' }] as const
    const waits = out('parcelDukani', 'delivered')
    expect(stagesSoFar(waits, been)).toEqual(['inTransit', 'ready'])
    expect(stagesSoFar(held(waits), been)).toEqual(['inTransit', 'atShop'])
    expect(stagesSoFar({ ...waits, outcome: 'lost' }, been)).toEqual(['inTransit', 'atShop'])
    expect(stagesSoFar(back('uncollected'), [...been, { status: 'uncollected', leg: 'back' }])).toEqual([
      ...['inTransit', 'atShop', 'goingBack'],
    ])
    expect(stagesSoFar(out('doorstep', 'inTransit'), [{ status: 'uncollected' }, { status: 'inTransit' }])).toEqual([
      ...['booked', 'inTransit'],
    ])
  })
})

describe('a parcel that its receiver can’t collect now', () => {
  const every = deliveryTypes.flatMap((deliveryType) =>
    deliveryStatuses.flatMap((status) =>
      legs.flatMap((leg) =>
        [null, ...outcomes].flatMap((outcome) =>
          [false, true, ['payment_doubted'] as const, ['damaged'] as const].flatMap((held) =>
            [null, true].map((rider): Told => ({ deliveryType, status, leg, outcome, held, rider })),
          ),
        ),
      ),
    ),
  )
  const isHeld = ({ held }: Told) => held === true || typeof held === 'object'
  const isOutOfReach = (parcel: Told) =>
    (isHeld(parcel) && !(parcel.leg === 'out' && toStage(parcel) === 'collected')) ||
    parcel.leg === 'back' ||
    parcel.outcome === 'lost'
  const spoken = [
    [stageWords, sentenceWords, hereWords],
    [stageWordsInSwahili, sentenceWordsInSwahili, hereWordsInSwahili],
  ] as const
  const wordsOf = (parcel: Told): string[] =>
    spoken.flatMap(([stages, sentences, heres]) => {
      const here = hereKey(parcel)
      return [
        stages[`stage.${toStage(parcel)}`],
        ...stepsAhead(parcel).map((stage) => stages[`stage.${stage}`]),
        ...stagesSoFar(parcel, [parcel]).map((stage) => stages[`stage.${stage}`]),
        sentences[`sentence.${trackingStage(parcel)}`],
        ...(here ? [heres[here]] : []),
      ]
    })

  test('held, doubted, going back or lost, is nowhere said to be ready or to be collected', () => {
    const outOfReach = every.filter((parcel) => isOutOfReach(parcel) && parcel.status !== 'collected')
    expect(outOfReach.length).toBeGreaterThan(300)
    for (const parcel of outOfReach)
      for (const words of wordsOf(parcel))
        expect([parcel, words]).toEqual([
          parcel,
          expect.not.stringMatching(/ready|collect|tayari|kichukue|kuchukuliwa/i),
        ])
  })
  test('is never ready, and every other one that waits at a shop is', () => {
    for (const parcel of every) {
      const { deliveryType, status, leg, outcome } = parcel
      const waits = deliveryType === 'parcelDukani' && status === 'delivered' && leg === 'out' && !outcome
      expect([parcel, toStage(parcel) === 'ready']).toEqual([parcel, waits && !isHeld(parcel)])
    }
  })
  test('is promised no day until which it waits while it is held', () => {
    expect(waitsFor(out('parcelDukani', 'delivered'), '2026-11-21')).toBe('2026-11-21')
    expect(waitsFor(held(out('parcelDukani', 'delivered')), '2026-11-21')).toBeUndefined()
  })
})

describe('what a parcel still has before it', () => {
  test('to a shop: handed in, under way, ready, collected', () => {
    expect(stepsAhead(out('parcelDukani', 'dropping'))).toEqual(['handedIn', 'inTransit', 'ready', 'collected'])
    expect(stepsAhead(out('parcelDukani', 'inTransit'))).toEqual(['ready', 'collected'])
    expect(stepsAhead(out('parcelDukani', 'collected'))).toEqual([])
  })
  test('to a door: under way, and there', () => {
    expect(stepsAhead(out('doorstep', 'uncollected'))).toEqual(['inTransit', 'atDoor'])
    expect(stepsAhead(out('doorstep', 'delivered'))).toEqual([])
    expect(stepsAhead(out('doorstep', 'collected'))).toEqual([])
  })
  test('being sorted, the same as handed in', () => {
    for (const kind of deliveryTypes)
      expect(stepsAhead(out(kind, 'sorting'))).toEqual(stepsAhead(out(kind, 'uncollected')))
    expect(stepsAhead(back('sorting'))).toEqual(stepsAhead(back('uncollected')))
  })
  test('on its way back, to whichever end it was sent: under way, at its first shop, with the sender', () => {
    for (const kind of deliveryTypes) {
      expect(stepsAhead(back('uncollected', kind))).toEqual(['inTransitBack', 'backAtShop', 'withSender'])
      expect(stepsAhead(back('delivered', kind))).toEqual(['withSender'])
      expect(stepsAhead(back('collected', kind))).toEqual([])
    }
  })
  test('on hold or lost: none, because they are not known', () => {
    expect(stepsAhead(lost)).toEqual([])
    expect(stepsAhead(held(out('parcelDukani', 'inTransit')))).toEqual([])
  })
})

describe('what is said of where a parcel is', () => {
  test('on its way out is the specified sentence, and at a door it does not speak of a shop', () => {
    for (const status of deliveryStatuses) expect(trackingStage(out('parcelDukani', status))).toBe(status)
    expect(trackingStage(out('doorstep', 'delivered'))).toBe('atDoorstep')
  })
  test('held, on its way back or lost is never that', () => {
    const stages = (['uncollected', 'inTransit', 'delivered', 'collected'] as const).map((at) =>
      trackingStage(back(at)),
    )
    expect(stages).toEqual(['toSender', 'toSender', 'waitingForSender', 'returned'])
    expect(trackingStage(lost)).toBe('lost')
    for (const parcel of [out('parcelDukani', 'delivered'), out('doorstep', 'inTransit'), back('delivered')])
      expect(trackingStage(held(parcel))).toBe('held')
  })
})

describe('what is said of the shop', () => {
  test('is about the shop that it is at or goes to, and for a door about the way to and from the shop', () => {
    expect(hereKey(out('parcelDukani', 'delivered'))).toBe('here.collect')
    expect(hereKey(out('parcelDukani', 'uncollected'))).toBe('here.at')
    expect(hereKey(out('doorstep', 'uncollected'))).toBe('here.handIn')
    expect(hereKey({ ...out('doorstep', 'uncollected'), rider: true })).toBe('here.riderComes')
    expect(hereKey(out('doorstep', 'collected'))).toBeNull()
  })
  test('is, of a held one, where it is and no more', () => {
    expect(hereKey(held(out('parcelDukani', 'delivered')))).toBe('here.at')
    expect(hereKey(held(back('delivered')))).toBe('here.at')
    expect(hereKey(held(out('parcelDukani', 'inTransit')))).toBeNull()
  })
  test('is, on its way back, of the one it was handed in at', () => {
    expect(hereKey(back('inTransit', 'doorstep'))).toBe('here.goesBack')
    expect(hereKey(back('uncollected'))).toBe('here.goesBack')
    expect(hereKey(back('delivered'))).toBe('here.collectBack')
  })
  test('is empty once it is back, or while it is lost', () =>
    expect([back('collected'), lost].map(hereKey)).toEqual([null, null]))
})

test('a parcel whose status only a newer release knows is told as in transit, on its leg', () => {
  const bagged = 'bagged' as DeliveryStatus
  for (const deliveryType of deliveryTypes) {
    expect([toStage, trackingStage].map((told) => told(out(deliveryType, bagged)))).toEqual(['inTransit', 'inTransit'])
    expect(toStage(back(bagged, deliveryType))).toBe('inTransitBack')
    expect(stagesSoFar(out(deliveryType, bagged), [{ status: bagged }])).toEqual(['inTransit'])
    expect(stepsAhead(out(deliveryType, bagged))).toEqual(stepsAhead(out(deliveryType, 'inTransit')))
  }
})
