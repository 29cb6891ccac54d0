// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import type { NextStep } from '@tuma/contracts/vocabulary'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Receiving } from '../receive-parcels/screen.tsx'
import { Sending } from '../send-parcels/screen.tsx'

const mine = (step: NextStep | null) => ({ step, mine: true })
const here = { location: people.agent.location, address: people.agent.address }
const parcel = ({ to = { location: 'THIKA', address: 'Blue Post Kiosk' }, ...changes }: Changes = {}): Delivery =>
  sampleDelivery(1, {
    _id: 'd1',
    deliveryType: 'parcelDukani',
    pricingTier: null,
    status: 'dropping',
    sender: { location: here.location, dropoffAgent: here.address },
    receiver: { location: to.location, pickupAgent: to.address },
    revision: 3,
    nextStep: mine('drop'),
    ...changes,
  })
type Changes = Partial<Omit<Delivery, 'sender' | 'receiver'>> & { to?: { location: string; address: string } }
const doorstep = (changes: Changes = {}) => parcel({ deliveryType: 'doorstep', pricingTier: 'express', ...changes })
const rider = { _id: 'r1', name: 'Kipchoge Rono', phone: '254722000111' }

const sending = (at = '/Agent/uncollected') =>
  renderScreen(<Sending />, { as: people.agent, path: '/Agent/uncollected', at })
const receiving = (at = '/Agent/received') =>
  renderScreen(<Receiving />, { as: people.agent, path: '/Agent/received', at })
beforeEach(() => {
  fakeApi().answer(contract.counter.tabCounts, tabCounts)
})
const tabCounts = sampleTabCounts({
  sending: { dropping: 4, uncollected: 12, all: 20 },
  ...{ inTransitBy: { shop: 1 }, deliveredBy: { shop: 2 }, collected: 3 },
})
const trackingIds = () => screen.queryAllByRole('link', { name: /TM-/ }).map((link) => link.textContent)
const row = async () => within(await screen.findByRole('row', { name: /TM-0000/ }))
const steps = async () => within(await screen.findByRole('group', { name: /TM-0000/ }))

describe('Sending', () => {
  test('a parcel that was handed over is marked as dropped with one press', async () => {
    fakeApi()
      .answer(contract.agent.sending, [parcel()])
      .answer(contract.agent.drop, parcel({ status: 'uncollected' }))
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    await screen.findByText('Status updated to Dropped successfully!')
    expect(fakeApi().received(contract.agent.drop)[0]?.input).toEqual({ id: 'd1', revision: 3, status: 'uncollected' })
  })

  test('each tab asks for its own parcels', async () => {
    fakeApi().answer(contract.agent.sending, [])
    const { person, router } = sending()
    await screen.findByText('No deliveries found')
    const asked = () =>
      fakeApi()
        .received(contract.agent.sending)
        .map(({ input }) => input.status)
    // A tab that is left at once may never have requested its list.
    await person.click(screen.getByRole('tab', { name: 'Dropped Deliveries' }))
    await expect.poll(asked).toEqual(['dropping', 'uncollected'])
    await person.click(screen.getByRole('tab', { name: 'Intransit Deliveries' }))
    await expect.poll(asked).toEqual(['dropping', 'uncollected', 'inTransit'])
    expect(router.state.location.search).toBe('?tab=inTransit')
  })

  test('a parcel that is being sorted is among the dropped', async () => {
    fakeApi().answer(contract.agent.sending, [parcel({ status: 'sorting', nextStep: mine('putInTransit') })])
    sending('/Agent/uncollected?tab=dropped')
    expect((await row()).getByText('Sorting')).toBeTruthy()
  })

  test('a doorstep parcel gets its rider first, and one must be selected', async () => {
    fakeApi()
      .answer(contract.agent.sending, [doorstep({ status: 'uncollected', nextStep: mine('assignRider') })])
      .answer(contract.agent.riders, [rider])
      .answer(contract.agent.assignRider, doorstep({ status: 'uncollected', rider, nextStep: mine('putInTransit') }))
    const { person } = sending('/Agent/uncollected?tab=dropped')
    expect((await row()).queryByRole('button', { name: 'Intransit' })).toBeNull()
    await person.click((await row()).getByRole('button', { name: 'Assign Rider' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(await dialog.findByRole('button', { name: 'Assign' }))
    await dialog.findByText('Please select a rider!')
    expect(fakeApi().received(contract.agent.assignRider)).toEqual([])
    await person.click(await dialog.findByRole('radio', { name: /Kipchoge Rono/ }))
    await person.click(dialog.getByRole('button', { name: 'Assign' }))
    await screen.findByText('Rider assigned successfully!')
    expect(fakeApi().received(contract.agent.assignRider)[0]?.input).toEqual({ id: 'd1', revision: 3, riderId: 'r1' })
  })

  test('with a rider it goes on its way, and the rider may still change', async () => {
    fakeApi().answer(contract.agent.sending, [
      doorstep({ status: 'uncollected', rider, nextStep: mine('putInTransit') }),
    ])
    sending('/Agent/uncollected?tab=dropped')
    expect((await steps()).getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Intransit',
      'Change Rider',
    ])
  })

  test('a held parcel says why and what comes next, and offers no step', async () => {
    const nextStep = { ...mine('putInTransit'), heldBy: 'payment_doubted' as const }
    fakeApi().answer(contract.agent.sending, [parcel({ status: 'uncollected', held: ['payment_doubted'], nextStep })])
    sending('/Agent/uncollected?tab=dropped')
    expect((await row()).getByText('On hold: Payment not confirmed')).toBeTruthy()
    expect((await row()).getByText(/The office checks the payment/)).toBeTruthy()
    expect((await steps()).queryByRole('button')).toBeNull()
  })

  test('a held parcel that may be dropped all the same is dropped', async () => {
    fakeApi()
      .answer(contract.agent.sending, [parcel({ held: ['payment_doubted'] })])
      .answer(contract.agent.drop, parcel({ status: 'uncollected', held: ['payment_doubted'] }))
    const { person } = sending()
    expect((await row()).getByText('On hold: Payment not confirmed')).toBeTruthy()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    await screen.findByText('Status updated to Dropped successfully!')
  })

  test('a parcel on its way to another shop is that shop’s to receive', async () => {
    fakeApi().answer(contract.agent.sending, [
      parcel({ status: 'inTransit', nextStep: { step: 'markDelivered', mine: false } }),
    ])
    sending('/Agent/uncollected?tab=inTransit')
    expect((await steps()).queryByRole('button')).toBeNull()
    expect((await row()).getByText('With the receiving shop')).toBeTruthy()
  })

  test('a row of a server that says nothing of its next step has no button', async () => {
    fakeApi().answer(contract.agent.sending, [parcel({ nextStep: undefined })])
    sending()
    expect((await steps()).queryByRole('button')).toBeNull()
  })

  test('a pressed row leaves its tab before the server has answered', async () => {
    const rows = [parcel(), parcel({ _id: 'd2', trackingId: 'TM-0000-0000-0002' })]
    const answer = fakeApi()
      .answer(contract.agent.sending, () => rows)
      .hold(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    const { person } = sending()
    const [first] = await screen.findAllByRole('button', { name: 'Dropped' })
    await person.click(first as HTMLElement)
    await expect.poll(trackingIds).toEqual(['TM-0000-0000-0002'])
    expect(screen.queryByText('Status updated to Dropped successfully!')).toBeNull()
    rows.shift()
    answer()
    await screen.findByText('Status updated to Dropped successfully!')
    expect(trackingIds()).toEqual(['TM-0000-0000-0002'])
  })

  test('the focus stays where the pressed row was: at the steps of the row that moves up, then at the tab', async () => {
    fakeApi()
      .answer(contract.agent.sending, [parcel(), parcel({ _id: 'd2', trackingId: 'TM-0000-0000-0002' })])
      .hold(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    const { person } = sending()
    await person.click((await screen.findAllByRole('button', { name: 'Dropped' }))[0] as HTMLElement)
    const movedUp = () => screen.queryByRole('group', { name: 'Next step, TM-0000-0000-0002' })
    await expect.poll(() => document.activeElement === movedUp()).toBe(true)
    await person.keyboard('{Enter}')
    expect(fakeApi().received(contract.agent.drop)).toHaveLength(1)
    fakeApi().answer(contract.agent.sending, [])
    liveConnections()[0]?.change()
    await screen.findByText('No deliveries found')
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
  })

  test('the focus does not return to a row’s steps once the agent has left them', async () => {
    let rows = [parcel(), parcel({ _id: 'd2', trackingId: 'TM-0000-0000-0002' })]
    fakeApi().answer(contract.agent.sending, () => rows)
    const { person } = sending()
    const [first] = await screen.findAllByRole('button', { name: 'Dropped' })
    first?.focus()
    await person.click(document.body)
    rows = rows.slice(1)
    liveConnections()[0]?.change()
    await expect.poll(trackingIds).toEqual(['TM-0000-0000-0002'])
    expect(document.activeElement).toBe(document.body)
  })

  test('a list that was asked before the press does not bring its row back', async () => {
    fakeApi()
      .answer(contract.agent.sending, [parcel()])
      .answer(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    await screen.findByText('Status updated to Dropped successfully!')
    await expect.poll(() => fakeApi().received(contract.agent.sending).length).toBeGreaterThan(1)
    expect(trackingIds()).toEqual([])
  })

  test('the second tap of a double tap does not press the row that has moved up', async () => {
    const answer = fakeApi()
      .answer(contract.agent.sending, [parcel(), parcel({ _id: 'd2', trackingId: 'TM-0000-0000-0002' })])
      .hold(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    sending()
    const tap = (detail: number) => new MouseEvent('click', { bubbles: true, detail })
    const [first] = await screen.findAllByRole('button', { name: 'Dropped' })
    first?.dispatchEvent(tap(1))
    await expect.poll(trackingIds).toEqual(['TM-0000-0000-0002'])
    screen.getByRole('button', { name: 'Dropped' }).dispatchEvent(tap(2))
    answer()
    await screen.findByText('Status updated to Dropped successfully!')
    expect(trackingIds()).toEqual(['TM-0000-0000-0002'])
    expect(fakeApi().received(contract.agent.drop)).toHaveLength(1)
  })

  test('what another device has changed since shows, whatever this one did before', async () => {
    let rows = [parcel()]
    fakeApi()
      .answer(contract.agent.sending, () => rows)
      .answer(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    await screen.findByText('No deliveries found')
    rows = [parcel({ revision: 5 })]
    liveConnections()[0]?.change()
    await row()
  })

  test('a further page that fails says so and leaves what is shown', async () => {
    fakeApi().answer(contract.agent.sending, [parcel()], { 'x-next-cursor': 'page2' })
    const { person } = sending()
    await row()
    fakeApi().fail(contract.agent.sending)
    await person.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('Failed to fetch deliveries')
    await row()
  })

  test('a stale rider dialog closes, as another agent has changed the parcel', async () => {
    fakeApi()
      .answer(contract.agent.sending, [doorstep({ status: 'uncollected', rider, nextStep: mine('putInTransit') })])
      .answer(contract.agent.riders, [rider])
      .refuse(contract.agent.assignRider, 'stale')
    const { person } = sending('/Agent/uncollected?tab=dropped')
    await person.click((await row()).getByRole('button', { name: 'Change Rider' }))
    await person.click(await screen.findByRole('button', { name: 'Assign' }))
    const said = within(await screen.findByRole('alertdialog'))
    expect(said.getByText('Failed to assign rider')).toBeTruthy()
    await person.click(said.getByRole('button', { name: 'OK' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })

  test('a refused step is said in a dialog and the list is asked again', async () => {
    fakeApi().answer(contract.agent.sending, [parcel()]).refuse(contract.agent.drop, 'stale')
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Failed to update status')).toBeTruthy()
    expect(dialog.getByText(/^TM-.*Someone else has just changed this. Please look again.$/)).toBeTruthy()
    await expect.poll(() => fakeApi().received(contract.agent.sending).length).toBeGreaterThan(1)
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    await row()
  })

  test('where the line is gone the same can be pressed once more from what says so', async () => {
    fakeApi()
      .answer(contract.agent.sending, [parcel()])
      .answer(contract.agent.drop, () => {
        throw new TypeError('Failed to fetch')
      })
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Failed to update status' }))
    fakeApi().answer(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    await person.click(dialog.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Status updated to Dropped successfully!')
    expect(
      fakeApi()
        .received(contract.agent.drop)
        .map(({ input }) => input),
    ).toEqual(Array(2).fill({ id: 'd1', revision: 3, status: 'uncollected' }))
  })

  test('a fault of ours names the parcel, and the same button can be pressed again', async () => {
    fakeApi().answer(contract.agent.sending, [parcel()]).fail(contract.agent.drop)
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Failed to update status' }))
    expect(dialog.getByText(new RegExp(parcel().trackingId))).toBeTruthy()
    fakeApi().answer(contract.agent.drop, parcel({ status: 'uncollected', revision: 4 }))
    await person.click(dialog.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Status updated to Dropped successfully!')
  })

  test('no dialog covers the login after a session has ended', async () => {
    fakeApi().answer(contract.agent.sending, [parcel()]).refuse(contract.agent.drop, 'not_signed_in')
    const { person } = sending()
    await person.click((await row()).getByRole('button', { name: 'Dropped' }))
    await expect.poll(() => fakeApi().received(contract.agent.drop).length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('says when deliveries could not be fetched', async () => {
    fakeApi().fail(contract.agent.sending)
    sending()
    await screen.findByText('Failed to fetch deliveries')
  })
})

describe('Receiving', () => {
  const arrived = parcel({ status: 'delivered', to: here, nextStep: mine('assignPicker') })
  const collected = parcel({ status: 'collected', to: here, revision: 4, nextStep: mine('assignPicker') })
  let rows: Delivery[] = []
  beforeEach(() => {
    rows = [arrived]
    fakeApi()
      .answer(contract.agent.receiving, ({ input }) => (input.by === 'riders' ? [] : rows))
      .answer(contract.agent.markCollected, () => {
        rows = []
        return collected
      })
  })

  test('a parcel that arrives is marked as delivered', async () => {
    rows = [parcel({ status: 'inTransit', to: here, nextStep: mine('markDelivered') })]
    fakeApi().answer(contract.agent.markDelivered, arrived)
    const { person } = receiving()
    await person.click((await row()).getByRole('button', { name: 'Delivered' }))
    await screen.findByText('Status updated to Delivered successfully!')
  })

  test('Assign Picker, in the dialog of Hand over, marks it as collected at once and asks who took it, though its row is gone by then', async () => {
    fakeApi().answer(contract.agent.assignPicker, collected)
    const { person } = receiving('/Agent/received?tab=delivered')
    expect((await row()).queryByRole('button', { name: 'Assign Picker' })).toBeNull()
    await person.click((await row()).getByRole('button', { name: 'Hand over' }))
    const handOver = within(await screen.findByRole('dialog', { name: 'Hand over with the code' }))
    await person.click(handOver.getByRole('button', { name: 'Assign Picker' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Who collects it?' }))
    await screen.findByText('No deliveries found')
    await person.click(dialog.getByRole('button', { name: 'Assign Picker' }))
    await dialog.findByText("Picker's name is required.")
    await person.type(dialog.getByLabelText('Name'), 'Akinyi Atieno')
    await person.type(dialog.getByLabelText('Phone'), '0733222111')
    await person.type(dialog.getByLabelText('National ID'), '30111222')
    await person.click(dialog.getByRole('button', { name: 'Assign Picker' }))
    await screen.findByText('Picker assigned successfully!')
    expect(fakeApi().received(contract.agent.assignPicker)[0]?.input).toEqual({
      id: 'd1',
      revision: 4,
      pickerName: 'Akinyi Atieno',
      pickerPhone: '0733222111',
      pickerNationalId: '30111222',
    })
  })

  test('a collected parcel without a picker still gets one; with one it is completed', async () => {
    const picker = {
      pickerName: 'Akinyi Atieno',
      pickerPhone: '254733222111',
      pickerNationalId: '30111222',
      pickerIdSeen: true,
    }
    rows = [
      collected,
      parcel({
        _id: 'd2',
        trackingId: 'TM-0000-0000-0002',
        status: 'collected',
        to: here,
        picker,
        nextStep: mine(null),
      }),
    ]
    const { person } = receiving('/Agent/received?tab=collected')
    const completed = await screen.findByRole<HTMLButtonElement>('button', { name: 'Completed' })
    expect(completed.disabled).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Assign Picker' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(fakeApi().received(contract.agent.markCollected)).toEqual([])
  })

  test('a picker who can’t be written down is said so in the form', async () => {
    rows = [collected]
    fakeApi().fail(contract.agent.assignPicker)
    const { person } = receiving('/Agent/received?tab=collected')
    await person.click((await row()).getByRole('button', { name: 'Assign Picker' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(dialog.getByLabelText('Name'), 'Akinyi Atieno')
    await person.type(dialog.getByLabelText('Phone'), '0733222111')
    await person.type(dialog.getByLabelText('National ID'), '30111222')
    await person.click(dialog.getByRole('button', { name: 'Assign Picker' }))
    await dialog.findByText('Failed to assign rider. Please try again.')
  })

  test('a picker of one name is not assigned without a network, and the form says what to do', async () => {
    rows = [collected]
    fakeApi().disconnect(contract.agent.assignPicker)
    const { person } = receiving('/Agent/received?tab=collected')
    await person.click((await row()).getByRole('button', { name: 'Assign Picker' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(dialog.getByLabelText('Name'), 'Akinyi')
    await person.type(dialog.getByLabelText('Phone'), '0733222111')
    await person.type(dialog.getByLabelText('National ID'), '7')
    await person.click(dialog.getByRole('button', { name: 'Assign Picker' }))
    await dialog.findByText('Failed to assign rider. Please try again.')
    expect(dialog.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
  })

  test('a doorstep parcel that was delivered is confirmed as received', async () => {
    rows = [doorstep({ status: 'delivered', rider, nextStep: mine('confirmReceipt') })]
    const { person } = receiving('/Agent/received?tab=delivered')
    await person.click((await row()).getByRole('button', { name: 'Confirm Receipt' }))
    await screen.findByText('Status updated to Collected successfully!')
  })
})

describe('a row', () => {
  const owing = { paid: false, paymentMethod: 'payOnDelivery', totalAmount: 1250 } as const

  test('shows the amount due before any press, and the rider who has the parcel', async () => {
    fakeApi().answer(contract.agent.sending, [
      doorstep({ status: 'inTransit', rider, ...owing, nextStep: mine('markDelivered') }),
    ])
    sending('/Agent/uncollected?tab=inTransit')
    expect((await row()).getByText('Ksh 1,250')).toBeTruthy()
    expect((await row()).getByText('Kipchoge Rono')).toBeTruthy()
  })

  test('no amount is due for a paid parcel', async () => {
    fakeApi().answer(contract.agent.sending, [doorstep({ ...owing, paid: true })])
    sending()
    expect((await row()).queryByText('Ksh 1,250')).toBeNull()
  })

  test('offers to call and write to the next person: the sender until the parcel is brought, then the receiver', async () => {
    fakeApi().answer(contract.agent.sending, [parcel()])
    const { unmount } = sending()
    const hrefs = async (name: string) =>
      (await row())
        .getAllByRole<HTMLAnchorElement>('link', { name: new RegExp(name) })
        .map((link) => link.getAttribute('href'))
    expect(await hrefs('Wanjiku Kamau')).toEqual([
      'tel:+254712345678',
      'https://wa.me/254712345678?text=TM-0000-0000-0001',
    ])
    unmount()
    fakeApi().answer(contract.agent.sending, [parcel({ status: 'uncollected', nextStep: mine('putInTransit') })])
    sending('/Agent/uncollected?tab=dropped')
    expect((await hrefs('Kiprop Cheruiyot'))[0]).toBe('tel:+254722333444')
  })

  test.each([
    [30_000, 'now'],
    [5 * 60_000, '5 min'],
    [2.5 * 3_600_000, '2 h'],
    [3 * 86_400_000, '3 d'],
  ])('says how old it is: %i ms are %s', async (age, said) => {
    const createdAt = new Date(Date.now() - age).toISOString()
    fakeApi().answer(contract.agent.sending, [parcel({ createdAt })])
    sending()
    expect((await row()).getByText(said)).toBeTruthy()
  })
})

test('the tabs say how many each has, which is no part of their names', async () => {
  fakeApi().answer(contract.agent.sending, [])
  sending()
  const tab = await screen.findByRole('tab', { name: 'Dropped Deliveries' })
  await expect.poll(() => [tab.textContent, tab.getAttribute('aria-description')]).toEqual(['Dropped Deliveries', '12'])
})

test('the receiver who comes in person is written down with one press, but for the id', async () => {
  fakeApi().answer(contract.agent.receiving, [
    parcel({ status: 'collected', to: here, nextStep: mine('assignPicker') }),
  ])
  const { person } = receiving('/Agent/received?tab=collected')
  await person.click((await row()).getByRole('button', { name: 'Assign Picker' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Who collects it?' }))
  expect(dialog.getByText(/TM-0000-0000-0001, for Kiprop Cheruiyot/)).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Receiver in person: Kiprop Cheruiyot' }))
  const value = (label: string) => (dialog.getByLabelText(label) as HTMLInputElement).value
  expect([value('Name'), value('Phone'), value('National ID')]).toEqual(['Kiprop Cheruiyot', '0722333444', ''])
  expect(document.activeElement).toBe(dialog.getByLabelText('National ID'))
})

test('the label of a parcel is printed from its row, for the paper that is in the printer', async () => {
  fakeApi()
    .answer(contract.agent.sending, [parcel()])
    .answer(contract.counter.label, new File(['%PDF-'], 'label.pdf', { type: 'application/pdf' }))
  const { person } = sending()
  await person.click((await row()).getByRole('button', { name: /^More about/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Print label' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Print label' }))
  await person.click(dialog.getByRole('button', { name: '80 mm roll' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi().received(contract.counter.label)[0]?.input).toEqual({ trackingId: parcel().trackingId, size: '80' })
})

test('the dialog of riders names the parcel, and says how much each has', async () => {
  fakeApi()
    .answer(contract.agent.sending, [doorstep({ status: 'uncollected', nextStep: mine('assignRider') })])
    .answer(contract.agent.riders, [
      { ...rider, underway: 3 },
      { _id: 'r2', name: 'Salim Bakari', phone: '254722000222', underway: 0 },
      { _id: 'r3', name: 'Of Before', phone: '254722000333' },
    ])
  const { person } = sending('/Agent/uncollected?tab=dropped')
  await person.click((await row()).getByRole('button', { name: 'Assign Rider' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Rider' }))
  expect(dialog.getByText('TM-0000-0000-0001, for Kiprop Cheruiyot, THIKA.')).toBeTruthy()
  await dialog.findByText('0722000111, parcels now: 3')
  expect(dialog.getByText('0722000222, no parcel now')).toBeTruthy()
  expect(dialog.getByText('0722000333')).toBeTruthy()
})

test('the dialog of riders begins at the first of them, also when they come after it has opened', async () => {
  fakeApi().answer(contract.agent.sending, [doorstep({ status: 'uncollected', nextStep: mine('assignRider') })])
  const come = fakeApi().hold(contract.agent.riders, [rider, { ...rider, _id: 'r2', name: 'Salim Bakari' }])
  const { person } = sending('/Agent/uncollected?tab=dropped')
  const open = async () => {
    await person.click((await row()).getByRole('button', { name: 'Assign Rider' }))
    return within(await screen.findByRole('dialog', { name: 'Assign Rider' }))
  }
  const dialog = await open()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close' }))
  come()
  await dialog.findByText('Salim Bakari')
  await expect.poll(() => document.activeElement).toBe(dialog.getAllByRole('radio')[0])
  await person.keyboard('{Escape}')
  const [first] = (await open()).getAllByRole('radio')
  expect(document.activeElement).toBe(first)
})
