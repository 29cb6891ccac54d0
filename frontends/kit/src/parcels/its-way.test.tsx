// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract, type DeliveryDetail } from '@tuma/contracts/api'
import { chooseLanguage } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { DeliveryCard } from './delivery-card.tsx'
import { ItsWay } from './its-way.tsx'
import { onItsWay } from './samples.ts'
import { FoundParcel } from './track-parcel.tsx'

const at = (day: number) => `2026-11-${day}T06:30:00.000Z`
const dukani = { deliveryType: 'parcelDukani', receiver: { pickupAgent: 'Thika Stage Shop' } } as const
const out = [
  { status: 'inTransit', at: at(10) },
  { status: 'delivered', at: at(11) },
] as const
const show = (changes: Parameters<typeof sampleDelivery>[1], history: DeliveryDetail['history'] = [...out]) =>
  renderScreen(<ItsWay delivery={{ ...sampleDelivery(3, { ...dukani, ...changes }), history }} />)
const stops = () =>
  [...document.querySelectorAll('.parcel-timeline li:not([data-ahead])')].map((stop) =>
    [...stop.children].map(({ textContent }) => textContent),
  )

describe('the progress of a parcel, for a person who may see it in full', () => {
  test('that waits says until when, and what becomes of it then', () => {
    show({ status: 'delivered', waiting: { since: at(11), until: '2026-11-21', asked: false, mayWait: false } })
    screen.getByText('It waits there until 21 Nov 2026. Then it goes back to the sender.')
  })
  test('that is held says why, where it happened among the rest', () => {
    show(
      {
        status: 'delivered',
        held: ['damaged'],
        remarks: [{ code: 'damaged', toSender: 'The box is open.', at: at(12) }],
      },
      [...out, { status: 'sorting', at: at(13) }],
    )
    screen.getByText('It is on hold. It moves on when the problem is solved.')
    expect(stops().map(([word]) => word)).toEqual(['In Transit', 'Arrived at the shop', 'On hold: Damaged', 'Sorting'])
    expect(stops()[2]).toEqual(['On hold: Damaged', 'The box is open.', '12 Nov 2026, 09:30'])
  })
  test('says once why it is held where the page says it above, and all the same that it is lost', () => {
    const lost = { ...sampleDelivery(3, { ...dukani, held: ['damaged'], outcome: 'lost' }), history: [...out] }
    renderScreen(<ItsWay delivery={lost} saysWhyAbove />)
    expect(stops().map(([word]) => word)).toEqual(['In Transit', 'Arrived at the shop', 'Missing'])
  })
  test('on hold for a reason without a time shows it as the current hold', () => {
    show({ status: 'delivered', held: ['payment_doubted'] })
    expect(stops().at(-1)).toEqual(['On hold: Payment not confirmed'])
  })
  test('that is paid says so, once its payment is in no doubt; what is owed is asked for', () => {
    const paid = 'Paid: Ksh 250. Nothing left to pay.'
    const { unmount } = show({ status: 'inTransit', totalAmount: 250 })
    screen.getByText(paid)
    unmount()
    const doubted = show({ status: 'delivered', totalAmount: 250, held: ['payment_doubted'] })
    expect(screen.queryByText(paid)).toBeNull()
    doubted.unmount()
    show({ status: 'inTransit', totalAmount: 250, paid: false, paymentMethod: 'payOnDelivery' })
    expect(screen.queryByText(paid)).toBeNull()
    screen.getByText('The receiver pays Ksh 250 (M-Pesa or cash).')
  })
  test('on its way back has other words for the moments from then on, and cannot be shared', () => {
    show({ status: 'inTransit', leg: 'back' }, [
      ...out,
      { status: 'uncollected', at: at(21), leg: 'back' },
      { status: 'inTransit', at: at(22), leg: 'back' },
    ])
    screen.getByText('It is on its way back to the sender.')
    screen.getByText('It goes back to Moi Avenue Stationers, NAIROBI CBD.')
    expect(stops().map(([word]) => word)).toEqual([
      'In Transit',
      'Arrived at the shop',
      'Going back',
      'In transit, going back',
    ])
    expect(screen.queryByText('Tell the receiver')).toBeNull()
  })
  test('is shared by its sender, and speaks to shops in the words of the counter', async () => {
    const { unmount } = show({ status: 'delivered' })
    await screen.findByText('It waits at Thika Stage Shop, THIKA for the receiver.')
    expect(screen.queryByText('Tell the receiver')).toBeNull()
    unmount()
    fakeApi().answer(contract.locations.shops, [])
    renderScreen(<ItsWay delivery={sampleDelivery(3, { ...dukani, status: 'delivered' })} />, { as: people.client })
    await screen.findByText('Tell the receiver')
  })
  test('says to its sender how to find the shop that it goes to, and to shops nothing of it', async () => {
    const about = { landmark: 'Opposite Equity Bank', hours: null, closedDays: [], closedToday: false }
    const thika = { _id: 's2', locationName: 'THIKA', pickupPoints: ['Thika Stage Shop'], price: 180 }
    fakeApi().answer(contract.locations.shops, [{ ...thika, shops: [{ name: 'Thika Stage Shop', ...about }] }])
    const { unmount } = renderScreen(
      <ItsWay delivery={{ ...sampleDelivery(3, { ...dukani, status: 'inTransit' }), history: [] }} />,
      { as: people.client },
    )
    await screen.findByText('Opposite Equity Bank')
    unmount()
    renderScreen(<ItsWay delivery={{ ...sampleDelivery(3, { ...dukani, status: 'inTransit' }), history: [] }} />, {
      as: people.agent,
    })
    await screen.findByText('On its way to Thika Stage Shop, THIKA.')
    expect(screen.queryByText('Opposite Equity Bank')).toBeNull()
  })
  test('that is missing says so, and promises nothing', () => {
    show({ status: 'inTransit', outcome: 'lost' }, [out[0]])
    screen.getByText('We do not know where it is. We are looking for it.')
    expect(stops().map(([word]) => word)).toEqual(['In Transit', 'Missing'])
    expect(document.querySelector('[data-ahead]')).toBeNull()
  })
  test('speaks Swahili', async () => {
    chooseLanguage('sw')
    show({ status: 'uncollected', leg: 'back' }, [...out, { status: 'uncollected', at: at(21), leg: 'back' }])
    await screen.findByText('Kiko njiani kurudi kwa mtumaji.')
    expect(stops().at(-1)?.[0]).toBe('Kinarudi')
  })
})

describe('a person who follows it by its tracking ID', () => {
  const badges = () => [...document.querySelectorAll('.parcel-label .t-badge')].map(({ textContent }) => textContent)
  test('reads until when it waits', () => {
    const shop = { name: 'Thika Stage Shop', place: 'THIKA' }
    renderScreen(<FoundParcel parcel={{ ...onItsWay, status: 'delivered', shop, waitsUntil: '2026-11-21' }} />)
    screen.getByText('It waits there until 21 Nov 2026. Then it goes back to the sender.')
  })
  test.each([
    [{ leg: 'back', status: 'uncollected' }, 'Going back', 'It is on its way back to the sender.'],
    [{ leg: 'back', outcome: 'returned', status: 'collected' }, 'Back with the sender', 'It is back with the sender.'],
    [{ outcome: 'lost' }, 'Missing', 'We do not know where it is. We are looking for it.'],
  ] as const)('reads the truth of %o', (changes, badge, sentence) => {
    renderScreen(<FoundParcel parcel={{ ...onItsWay, ...changes }} />)
    screen.getByText(sentence)
    expect(badges()).toEqual([badge])
  })
})

test('a card says which step has come true, and of a held one that it is held beside that', () => {
  const card = (changes: Parameters<typeof sampleDelivery>[1]) => {
    const { unmount } = renderScreen(<DeliveryCard delivery={sampleDelivery(2, changes)} to="/" />)
    const badges = [...document.querySelectorAll('.t-badge')].map(({ textContent }) => textContent)
    unmount()
    return badges
  }
  expect(card({ leg: 'back', status: 'uncollected' })).toEqual(['Going back'])
  expect(card({ ...dukani, status: 'delivered' })).toEqual(['Ready to collect'])
  expect(card({ ...dukani, status: 'delivered', held: ['damaged'] })).toEqual(['Arrived at the shop', 'On hold'])
  expect(card({ deliveryType: 'doorstep', status: 'uncollected', rider: null })).toEqual(['Booked'])
})
