// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import type { DeliveryStatus, Placed } from '@tuma/contracts/vocabulary'
import { chooseLanguage } from '@tuma/kit/runtime'
import { renderScreen } from '@tuma/kit/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ShareParcel } from './share.tsx'
import { WhereItIs } from './where-it-is.tsx'

const shop = { name: 'Thika Stage Shop', place: 'THIKA' }
const words = () => [...document.querySelectorAll('p, li')].map(({ textContent }) => textContent)
const of = (where: Parameters<typeof WhereItIs>[0]) => {
  renderScreen(<WhereItIs {...where} />)
  return words()
}

describe('after the sentence it says what that means here', () => {
  test('which shop it is to be brought to, and all that comes then', () =>
    expect(of({ deliveryType: 'parcelDukani', status: 'dropping', shop })).toEqual([
      'The parcel has not yet been handed to the agent.',
      'To be brought to Thika Stage Shop, THIKA.',
      'Still to come',
      ...['Handed in at the shop', 'In Transit', 'Ready to collect', 'Collected'],
    ]))
  test('of a parcel for a door, whose shop is its agent whether it has it yet or not, and what is due', () =>
    expect(of({ deliveryType: 'doorstep', status: 'uncollected', shop, due: 1550 }).slice(0, 3)).toEqual([
      'The parcel has been handed to the agent and the rider will pick it up soon.',
      'Its agent is Thika Stage Shop, THIKA; a rider takes it from there.',
      'Ksh 1,550 is due when it is handed over.',
    ]))
  test('to the sender of one for a door, who may have it at home still, that it is to be brought', () =>
    expect(of({ deliveryType: 'doorstep', status: 'uncollected', shop, bySender: true })).toContain(
      'Not there yet? Bring it to Thika Stage Shop, THIKA.',
    ))
  test('where it is collected', () =>
    expect(of({ deliveryType: 'parcelDukani', status: 'delivered', shop })[1]).toBe(
      'Collect it at Thika Stage Shop, THIKA, with the code from the SMS.',
    ))
  test('what that shop says of itself, in the language of the page', () => {
    const day = { opens: '00:00', closes: '23:59' }
    const hours = Array.from({ length: 7 }, () => day)
    const about = { landmark: 'Opposite Equity Bank', hours, closedDays: [], closedToday: true }
    renderScreen(<WhereItIs deliveryType="parcelDukani" status="delivered" shop={{ ...shop, about }} />)
    const lines = [...document.querySelectorAll('[data-fact="about-shop"] > span')].map((line) => line.textContent)
    expect(lines).toEqual(['Opposite Equity Bank', 'Closed today, opens tomorrow 00:00', 'Daily 00–23:59'])
  })
  test('nothing of a shop that nobody has to go to any more', () => {
    const about = { landmark: 'Opposite Equity Bank', hours: null, closedDays: [], closedToday: false }
    renderScreen(<WhereItIs deliveryType="parcelDukani" status="collected" shop={{ ...shop, about }} />)
    expect(document.querySelector('[data-fact="about-shop"]')).toBeNull()
  })
  test('that it is held, and not why', () =>
    expect(of({ deliveryType: 'parcelDukani', status: 'delivered', shop, held: true }).slice(1, 3)).toEqual([
      'Held for now. It goes on as soon as that is cleared.',
      'Collect it at Thika Stage Shop, THIKA, with the code from the SMS.',
    ]))
  test('nothing more of what has come to its end', () =>
    expect(of({ deliveryType: 'parcelDukani', status: 'collected' })).toEqual(['The parcel has been collected.']))
})

describe('sharing', () => {
  const id = 'TM-7K3M-Q2XV-90TB'
  afterEach(() => void vi.unstubAllGlobals())
  test('gives WhatsApp the address of the light page of the parcel and nobody’s name, to whom it is for', () => {
    renderScreen(<ShareParcel trackingId={id} phone="254722345678" />)
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
    expect(href).toMatch(/^https:\/\/wa\.me\/254722345678\?text=/)
    expect(decodeURIComponent(href)).toContain(`${location.origin}/t/${id}`)
  })
  const wordsOf = (): string =>
    decodeURIComponent(screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href).split('?text=')[1] ?? ''
  const at = (status: DeliveryStatus): Placed => ({ deliveryType: 'parcelDukani', status })
  const to = 'Thika Stage Shop, THIKA'
  test.each([
    ['dropping', `Your parcel ${id} is being sent to ${to}. Follow it:`],
    ['inTransit', `Your parcel ${id} is on its way to ${to}. Follow it:`],
    ['delivered', `Your parcel ${id} is ready to collect at ${to}. Follow it:`],
    ['collected', `Follow the parcel ${id}:`],
  ] as const)('says to whom it is for where it goes, of one that is %s', (status, said) => {
    renderScreen(<ShareParcel trackingId={id} parcel={at(status)} to={to} />)
    expect(wordsOf()).toBe(`${said} ${location.origin}/t/${id}`)
  })
  test('says what is due when it is handed over, and to anybody whose parcel it may be', () => {
    renderScreen(<ShareParcel trackingId={id} parcel={at('inTransit')} to="THIKA" due={1950} byAnybody />)
    expect(wordsOf()).toBe(
      `Parcel ${id} is on its way to THIKA. Ksh 1,950 is due when it is handed over. Follow it: ${location.origin}/t/${id}`,
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
