// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import type { DeliveryStatus, Placed } from '@tuma/contracts/vocabulary'
import { chooseLanguage } from '@tuma/kit/runtime'
import { renderScreen } from '@tuma/kit/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ShareParcel } from './share.tsx'
import { type Reader, WhereItIs } from './where-it-is.tsx'

const shop = { name: 'Thika Stage Shop', place: 'THIKA' }
const words = () => [...document.querySelectorAll('p, li')].map(({ textContent }) => textContent)
const of = (where: Omit<Parameters<typeof WhereItIs>[0], 'reader'>, reader: Reader = 'follower') => {
  renderScreen(<WhereItIs {...where} reader={reader} />)
  return words()
}
const bring = 'Bring it to Thika Stage Shop, THIKA. A rider takes it from there.'
const specified = 'The parcel has been handed to the agent and the rider will pick it up soon.'

describe('after the sentence it says what that means here', () => {
  test('which shop it is brought to, and all that comes then', () =>
    expect(of({ deliveryType: 'parcelDukani', status: 'dropping', shop })).toEqual([
      'The parcel has not yet been handed to the agent.',
      'The sender brings it to Thika Stage Shop, THIKA.',
      ...['Handed in at the shop', 'In Transit', 'Ready to collect', 'Collected'],
    ]))
  test('of a parcel for a door, who brings it where comes first, and then what is due', () =>
    expect(of({ deliveryType: 'doorstep', status: 'uncollected', shop, due: 1550 }).slice(0, 3)).toEqual([
      'The sender brings it to Thika Stage Shop, THIKA. A rider takes it from there.',
      specified,
      'Pay Ksh 1,550 when you receive it (M-Pesa or cash).',
    ]))
  test('to the sender of one for a door, where to bring it, until a rider was chosen', () => {
    const door = { deliveryType: 'doorstep', status: 'uncollected', shop, due: 1550 } as const
    expect(of(door, 'sender').slice(0, 3)).toEqual([
      ...[bring, specified, 'The receiver pays Ksh 1,550 (M-Pesa or cash).'],
    ])
    document.body.replaceChildren()
    expect(of({ ...door, rider: true }, 'sender').slice(0, 2)).toEqual([
      ...[specified, 'A rider takes it from Thika Stage Shop, THIKA.'],
    ])
  })
  test.each([
    ['follower', 'Collect it at Thika Stage Shop, THIKA, with the code from the SMS.'],
    ['sender', 'It waits at Thika Stage Shop, THIKA for the receiver.'],
    ['staff', 'It waits at Thika Stage Shop, THIKA for the receiver.'],
  ] as const)('where it is collected, in the words for a %s', (reader, said) =>
    expect(of({ deliveryType: 'parcelDukani', status: 'delivered', shop }, reader)[1]).toBe(said),
  )
  test('what that shop says of itself, in the language of the page', () => {
    const day = { opens: '00:00', closes: '23:59' }
    const hours = Array.from({ length: 7 }, () => day)
    const about = { landmark: 'Opposite Equity Bank', hours, closedDays: [], closedToday: true }
    renderScreen(
      <WhereItIs reader="follower" deliveryType="parcelDukani" status="delivered" shop={{ ...shop, about }} />,
    )
    const lines = [...document.querySelectorAll('.place-lines > span')].map((line) => line.textContent)
    expect(lines).toEqual(['Opposite Equity Bank', 'Closed today, opens tomorrow 00:00', 'Daily 00–23:59'])
  })
  test('does not name a shop that no person has to visit any more', () => {
    const about = { landmark: 'Opposite Equity Bank', hours: null, closedDays: [], closedToday: false }
    renderScreen(
      <WhereItIs reader="follower" deliveryType="parcelDukani" status="collected" shop={{ ...shop, about }} />,
    )
    expect(document.querySelector('.place-card')).toBeNull()
  })
  test('that it is held, and not why, and nothing of collecting it', () =>
    expect(
      of({ deliveryType: 'parcelDukani', status: 'delivered', shop, held: true, waitsUntil: '2026-11-30' }),
    ).toEqual(['It is on hold. It moves on when the problem is solved.', 'It is at Thika Stage Shop, THIKA.']))
  test('says nothing more about a finished parcel', () =>
    expect(of({ deliveryType: 'parcelDukani', status: 'collected' })).toEqual(['The parcel has been collected.']))
})

describe('sharing', () => {
  const id = 'TM-7K3M-Q2XV-90TB'
  afterEach(() => void vi.unstubAllGlobals())
  test('gives WhatsApp the address of the light tracking page, without a name, for the receiver', () => {
    renderScreen(<ShareParcel trackingId={id} phone="254722345678" />)
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
    expect(href).toMatch(/^https:\/\/wa\.me\/254722345678\?text=/)
    expect(decodeURIComponent(href)).toContain(`${location.origin}/t/${id}`)
  })
  test('lets the sender choose in WhatsApp where the receiver has a landline', () => {
    renderScreen(<ShareParcel trackingId={id} phone="254202223333" />)
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
    expect(href).toMatch(/^https:\/\/wa\.me\/\?text=/)
  })
  const wordsOf = (): string =>
    decodeURIComponent(screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href).split('?text=')[1] ?? ''
  const at = (status: DeliveryStatus): Placed => ({ deliveryType: 'parcelDukani', status })
  const to = 'Thika Stage Shop, THIKA'
  test.each([
    ['dropping', `Your parcel ${id} is being sent to ${to}. Track:`],
    ['inTransit', `Your parcel ${id} is on its way to ${to}. Track:`],
    ['delivered', `Your parcel ${id} is ready to collect at ${to}. Track:`],
    ['collected', `Follow the parcel ${id}:`],
  ] as const)('says to whom it is for where it goes, of one that is %s', (status, said) => {
    renderScreen(<ShareParcel trackingId={id} parcel={at(status)} to={to} />)
    expect(wordsOf()).toBe(`${said} ${location.origin}/t/${id}`)
  })
  test('says nothing of collecting one that is held', () => {
    renderScreen(<ShareParcel trackingId={id} parcel={{ ...at('delivered'), held: ['payment_doubted'] }} to={to} />)
    expect(wordsOf()).toBe(`Follow the parcel ${id}: ${location.origin}/t/${id}`)
  })
  test('says what the receiver must pay, to each person who may be the receiver', () => {
    renderScreen(<ShareParcel trackingId={id} parcel={at('inTransit')} to="THIKA" due={1950} byAnybody />)
    expect(wordsOf()).toBe(
      `Parcel ${id} is on its way to THIKA. Pay Ksh 1,950 when you receive it (M-Pesa or cash). Track: ${location.origin}/t/${id}`,
    )
  })
  test('says it in Swahili', async () => {
    renderScreen(<ShareParcel trackingId={id} parcel={at('inTransit')} to={to} />)
    act(() => chooseLanguage('sw'))
    await expect
      .poll(wordsOf)
      .toBe(`Kifurushi chako ${id} kiko njiani kwenda ${to}. Kifuatilie: ${location.origin}/t/${id}`)
    act(() => chooseLanguage('en'))
  })
  test('opens the phone’s own sheet where there is one', async () => {
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    const share = vi.fn(() => Promise.resolve())
    Object.assign(navigator, { share })
    const { person } = renderScreen(<ShareParcel trackingId={id} />)
    await person.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith({ text: `Follow the parcel ${id}: ${location.origin}/t/${id}` })
    Reflect.deleteProperty(navigator, 'share')
  })
})
