// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { chooseLanguage } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { Detail } from '../see-delivery/screen.tsx'

const since = '2026-11-14T07:00:00.000Z'
const asked = { since, until: '2026-11-24', asked: true, mayWait: true, longerUntil: '2026-12-01' }
const waits = (waiting: object = asked, changes: object = {}) =>
  sampleDelivery(1, {
    deliveryType: 'parcelDukani',
    status: 'delivered',
    receiver: { pickupAgent: 'Thika Stage Shop' },
    waiting: { ...asked, ...waiting },
    ...changes,
  })
const at = '/Client/delivery/parcelDukani/d1'
const open = (parcel = waits()) => {
  fakeApi().answer(contract.deliveries.detail, parcel).answer(contract.trouble.decide, parcel)
  return renderScreen(<Detail />, { as: people.client, path: '/Client/delivery/:type/:id', at })
}
const decided = () =>
  fakeApi()
    .received(contract.trouble.decide)
    .map(({ input }) => input)
const press = async (person: ReturnType<typeof open>['person'], name: string) =>
  person.click(await screen.findByRole('button', { name }))

describe('the page of a parcel that was not collected', () => {
  test('asks the sender first, shows the days, and lets the parcel wait after one question', async () => {
    const { person } = open()
    const section = await screen.findByRole('region', { name: 'Your decision about TM-0000-0000-0001' })
    expect(section.textContent).toContain('If you do not decide, it goes back to you on 24 Nov 2026.')
    const label = document.querySelector('.parcel-label')
    expect(label?.nextElementSibling).toBe(section)
    await press(person, 'Let it wait until 1 Dec')
    const question = await screen.findByRole('alertdialog', { name: 'Let this parcel wait longer?' })
    expect(question.textContent).toContain('TM-0000-0000-0001 waits at the shop until 1 Dec 2026.')
    expect(decided()).toEqual([])
    fakeApi().answer(contract.deliveries.detail, waits({ asked: false, mayWait: false, until: '2026-12-01' }))
    await person.click(within(question).getByRole('button', { name: 'Let it wait' }))
    await screen.findByText('The parcel waits longer.')
    expect(decided()).toEqual([{ id: 'd1', decision: 'wait' }])
    await waitFor(() => expect(screen.queryByRole('region', { name: /Your decision/ })).toBeNull())
    await screen.findByText(/It waits there until 1 Dec 2026/)
  })

  test('sends the parcel back after one question, and does nothing after "Cancel"', async () => {
    const { person } = open()
    await press(person, 'Send it back to me')
    const question = await screen.findByRole('alertdialog', { name: 'Send this parcel back to you?' })
    expect(question.textContent).toContain('You cannot undo this.')
    await person.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(decided()).toEqual([])
    await press(person, 'Send it back to me')
    fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { leg: 'back', status: 'uncollected' }))
    await press(person, 'Send it back')
    await screen.findByText('The parcel goes back to you.')
    expect(decided()).toEqual([{ id: 'd1', decision: 'back' }])
    await screen.findByText('It is on its way back to the sender.')
  })

  test('offers only the way back when the parcel has waited as long as it may', async () => {
    open(waits({ mayWait: false, longerUntil: undefined }))
    await screen.findByText(/This parcel cannot wait any longer/)
    expect(screen.queryByRole('button', { name: /wait/ })).toBeNull()
  })

  test('asks nothing too early, but the sender can have the parcel back', async () => {
    const { person } = open(waits({ asked: false, mayWait: false }))
    await press(person, 'Send it back to me')
    await screen.findByRole('alertdialog', { name: 'Send this parcel back to you?' })
    expect(screen.queryByRole('region', { name: /Your decision/ })).toBeNull()
  })

  test('says that the parcel was decided elsewhere, and shows its new state', async () => {
    const { person } = open()
    fakeApi().refuse(contract.trouble.decide, 'step_not_allowed')
    await press(person, 'Send it back to me')
    fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { status: 'collected' }))
    await press(person, 'Send it back')
    const said = await screen.findByRole('alertdialog', { name: 'Your decision was not sent' })
    expect(said.textContent).toContain('The parcel is not at that step.')
    await screen.findByText('The parcel has been collected.')
  })

  test('speaks Swahili', async () => {
    chooseLanguage('sw')
    open()
    await screen.findByRole('button', { name: 'Kiache kisubiri hadi 1 Des' })
    await screen.findByText(/Usipoamua, kitarudi kwako 24 Nov 2026/)
  })
})
