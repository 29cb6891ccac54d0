// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery, type StepAnswer } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Receiving } from '../receive-parcels/screen.tsx'
import { AllDeliveries } from '../see-all-deliveries/screen.tsx'
import { Sending } from '../send-parcels/screen.tsx'

const row = (number: number, changes: Parameters<typeof sampleDelivery>[1]): Delivery =>
  sampleDelivery(number, { deliveryType: 'parcelDukani', revision: 3, ...changes })
const dropping = (number: number) => row(number, { status: 'dropping', nextStep: { step: 'drop', mine: true } })
const coming = (number: number, totalAmount: number) =>
  row(number, {
    ...{ status: 'inTransit', deliveryType: 'doorstep', paid: false, paymentMethod: 'payOnDelivery', totalAmount },
    nextStep: { step: 'markDelivered', mine: true },
  })
const tookIt = ({ _id: id, ...delivery }: Delivery, status: Delivery['status']): StepAnswer => ({
  id,
  delivery: { ...delivery, _id: id, status, revision: 4 },
})

beforeEach(() => {
  fakeApi().answer(
    contract.counter.tabCounts,
    sampleTabCounts({
      sending: { dropping: 4, uncollected: 12, all: 20 },
      ...{ inTransitBy: { shop: 1 }, deliveredBy: { shop: 2 }, collected: 3 },
    }),
  )
})
const sending = (at = '/Agent/uncollected') =>
  renderScreen(<Sending />, { as: people.agent, path: '/Agent/uncollected', at })
const trackingIds = () => screen.queryAllByRole('link', { name: /TM-/ }).map((link) => link.textContent)
const asked = () => fakeApi().received(contract.counter.steps)
const bar = async () => within(await screen.findByRole('region', { name: 'Selected parcels' }))

describe('several at once', () => {
  test('all of a tab take their step with one press, which says how many', async () => {
    const rows = [dropping(1), dropping(2), dropping(3)]
    fakeApi()
      .answer(contract.agent.sending, rows)
      .answer(contract.counter.steps, () => rows.map((one) => tookIt(one, 'uncollected')))
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 3' }))
    await person.click((await bar()).getByRole('button', { name: 'Dropped (3)' }))
    await screen.findByText('Dropped: 3 parcels')
    await screen.findByText('0001, 0002, 0003')
    await expect.poll(trackingIds).toEqual([])
    expect(asked()[0]?.input).toEqual({ step: 'drop', parcels: rows.map(({ _id: id }) => ({ id, revision: 3 })) })
    expect(asked()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('none that is held', async () => {
    const held = row(3, { status: 'dropping', nextStep: { step: 'drop', mine: true, heldBy: 'damaged' } })
    fakeApi().answer(contract.agent.sending, [dropping(1), dropping(2), held])
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 2' }))
    expect(screen.queryByRole('checkbox', { name: 'Select TM-0000-0000-0003' })).toBeNull()
  })

  test('none that is back for its sender: each comes with a code of their own', async () => {
    const received = (number: number, more: Partial<Delivery> = {}) =>
      row(number, {
        ...{ status: 'delivered', deliveryType: 'doorstep', nextStep: { step: 'confirmReceipt', mine: true }, ...more },
      })
    const rows = [received(1), received(2), received(3, { leg: 'back' })]
    fakeApi().answer(contract.agent.receiving, ({ input }) => (input.by === 'riders' ? rows : []))
    const at = '/Agent/received?tab=delivered'
    const { person } = renderScreen(<Receiving />, { as: people.agent, path: '/Agent/received', at })
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 2' }))
    expect(screen.queryByRole('checkbox', { name: 'Select TM-0000-0000-0003' })).toBeNull()
  })

  test('have their labels in one file, in the order of the list, and stay chosen for their step', async () => {
    const rows = [dropping(1), dropping(2), dropping(3)]
    fakeApi()
      .answer(contract.agent.sending, rows)
      .answer(contract.counter.labels, new File(['%PDF-'], 'labels.pdf', { type: 'application/pdf' }))
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 3' }))
    await person.click((await bar()).getByRole('button', { name: 'Print labels (3)' }))
    await person.click(await screen.findByRole('menuitem', { name: 'A4 sheet, room for four' }))
    await expect
      .poll(() => fakeApi().received(contract.counter.labels)[0]?.input)
      .toEqual({ ids: ['d1', 'd2', 'd3'], size: 'a4' })
    expect((await bar()).getByRole('button', { name: 'Dropped (3)' })).toBeTruthy()
  })

  test('only those that are chosen', async () => {
    const rows = [dropping(1), dropping(2)]
    fakeApi()
      .answer(contract.agent.sending, rows)
      .answer(contract.counter.steps, [tookIt(dropping(2), 'uncollected')])
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('checkbox', { name: 'Select TM-0000-0000-0002' }))
    await (await bar()).findByText('1 selected')
    await person.click((await bar()).getByRole('button', { name: 'Dropped (1)' }))
    await screen.findByText('Status updated to Dropped successfully!')
    await expect.poll(trackingIds).toEqual(['TM-0000-0000-0001'])
    expect(asked()[0]?.input.parcels).toEqual([{ id: 'd2', revision: 3 }])
  })

  test('what is refused is named with its reason, and stays chosen', async () => {
    fakeApi()
      .answer(contract.agent.sending, [dropping(1), dropping(2)])
      .answer(contract.counter.steps, [
        tookIt(dropping(1), 'uncollected'),
        { id: 'd2', code: 'stale', message: 'Someone else has just changed this. Please look again.' },
      ])
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 2' }))
    await person.click((await bar()).getByRole('button', { name: 'Dropped (2)' }))
    const said = within(await screen.findByRole('alertdialog'))
    expect(said.getByText('These parcels stay where they are')).toBeTruthy()
    expect(said.getByText(/^TM-0000-0000-0002: Someone else has just changed this/)).toBeTruthy()
    await person.click(said.getByRole('button', { name: 'OK' }))
    expect(trackingIds()).toEqual(['TM-0000-0000-0002'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select TM-0000-0000-0002' }).checked).toBe(true)
  })

  test('different next steps have a button each, and riders are given to all that need one', async () => {
    const waiting = { status: 'uncollected', deliveryType: 'doorstep' } as const
    const rows = [
      row(1, { ...waiting, nextStep: { step: 'assignRider', mine: true } }),
      row(2, { ...waiting, nextStep: { step: 'assignRider', mine: true } }),
      row(3, { status: 'uncollected', nextStep: { step: 'putInTransit', mine: true } }),
      row(4, { status: 'delivered', nextStep: { step: 'assignPicker', mine: true } }),
    ]
    fakeApi()
      .answer(contract.agent.sending, rows.slice(0, 3))
      .answer(contract.agent.riders, [{ _id: 'r1', name: 'Kipchoge Rono', phone: '254722000111', underway: 3 }])
      .answer(contract.counter.steps, [])
    const { person } = sending('/Agent/uncollected?tab=dropped')
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 3' }))
    expect((await bar()).getByRole('button', { name: 'Intransit (1)' })).toBeTruthy()
    await person.click((await bar()).getByRole('button', { name: 'Assign Rider (2)' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Rider' }))
    expect(dialog.getByText('2 parcels, one rider for all of them.')).toBeTruthy()
    await person.click(await dialog.findByRole('radio', { name: /Kipchoge Rono.*parcels now: 3/ }))
    await person.click(dialog.getByRole('button', { name: 'Assign' }))
    await expect
      .poll(() => asked()[0]?.input)
      .toMatchObject({ step: 'assignRider', riderId: 'r1', parcels: [{ id: 'd1' }, { id: 'd2' }] })
  })

  test('where all have moved, nothing is chosen any more; who has got a rider stays chosen for what comes next', async () => {
    const needing = [1, 2].map((number) =>
      row(number, { status: 'uncollected', deliveryType: 'doorstep', nextStep: { step: 'assignRider', mine: true } }),
    )
    const ridden = needing.map((one) => ({
      ...one,
      revision: 4,
      nextStep: { step: 'putInTransit', mine: true } as const,
    }))
    fakeApi()
      .answer(contract.agent.sending, needing)
      .answer(contract.agent.riders, [{ _id: 'r1', name: 'Kipchoge Rono', phone: '254722000111' }])
      .answer(contract.counter.steps, () => ridden.map((delivery) => ({ id: delivery._id, delivery })))
    const { person } = sending('/Agent/uncollected?tab=dropped')
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 2' }))
    await person.click((await bar()).getByRole('button', { name: 'Assign Rider (2)' }))
    await person.click(await screen.findByRole('radio', { name: /Kipchoge Rono/ }))
    await person.click(screen.getByRole('button', { name: 'Assign' }))
    fakeApi().answer(contract.counter.steps, () => ridden.map((one) => tookIt(one, 'inTransit')))
    await person.click(await screen.findByRole('button', { name: 'Intransit (2)' }))
    const asking = within(
      await screen.findByRole('alertdialog', { name: /^Tell 1 receiver that their parcel is on its way/ }),
    )
    await person.click(asking.getByRole('button', { name: 'Intransit (2)' }))
    await screen.findByText('Intransit: 2 parcels')
    await expect.poll(() => screen.queryByRole('region', { name: 'Selected parcels' })).toBeNull()
  })

  test('by the keyboard: the focus moves to the button that replaced the pressed one', async () => {
    fakeApi()
      .answer(contract.agent.sending, [dropping(1), dropping(2)])
      .answer(contract.counter.steps, [tookIt(dropping(1), 'uncollected')])
    const { person } = sending()
    const begin = await screen.findByRole('button', { name: 'Select several' })
    begin.focus()
    await person.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select all 2' }))
    screen.getByRole('checkbox', { name: 'Select TM-0000-0000-0001' }).focus()
    await person.keyboard(' ')
    ;(await bar()).getByRole('button', { name: 'Dropped (1)' }).focus()
    await person.keyboard('{Enter}')
    await expect.poll(trackingIds).toEqual(['TM-0000-0000-0002'])
    expect(asked()).toHaveLength(1)
  })

  test('an agent who works elsewhere when the answer comes keeps the focus there', async () => {
    const rows = [dropping(1), dropping(2), dropping(3), dropping(4)]
    const moved = rows.slice(0, 2)
    fakeApi().answer(contract.agent.sending, rows)
    const answer = fakeApi().hold(
      contract.counter.steps,
      moved.map((one) => tookIt(one, 'uncollected')),
    )
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    for (const { trackingId } of moved)
      await person.click(screen.getByRole('checkbox', { name: `Select ${trackingId}` }))
    await person.click((await bar()).getByRole('button', { name: 'Dropped (2)' }))
    const elsewhere = screen.getByRole('tab', { selected: true })
    elsewhere.focus()
    answer()
    await screen.findByRole('button', { name: 'Select several' })
    expect(document.activeElement).toBe(elsewhere)
  })

  test('more than a call takes are asked for in several', async () => {
    const rows = Array.from({ length: 150 }, (_, number) => dropping(number + 1))
    fakeApi()
      .answer(contract.agent.sending, rows)
      .answer(contract.counter.steps, ({ input }) =>
        (input.parcels as { id: string }[]).map(({ id }) => tookIt(dropping(Number(id.slice(1))), 'uncollected')),
      )
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 150' }))
    await person.click((await bar()).getByRole('button', { name: 'Dropped (150)' }))
    await screen.findByText('Dropped: 150 parcels')
    expect(asked().map(({ input }) => (input.parcels as object[]).length)).toEqual([100, 50])
    expect(new Set(asked().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  test('a call that fails says so, and what it was asked for stays chosen', async () => {
    fakeApi()
      .answer(contract.agent.sending, [dropping(1), dropping(2)])
      .fail(contract.counter.steps)
    const { person } = sending()
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: 'Select all 2' }))
    await person.click((await bar()).getByRole('button', { name: 'Dropped (2)' }))
    const said = await screen.findByRole('alertdialog', { name: 'Failed to update status' })
    await person.click(within(said).getByRole('button', { name: 'OK' }))
    expect((await bar()).getByText('2 selected')).toBeTruthy()
    await person.click((await bar()).getByRole('button', { name: 'Dropped (2)' }))
    await screen.findByRole('alertdialog', { name: 'Failed to update status' })
    const keys = asked().map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('one parcel alone is pressed on its row', async () => {
    fakeApi().answer(contract.agent.sending, [dropping(1)])
    sending()
    await screen.findByRole('button', { name: 'Dropped' })
    expect(screen.queryByRole('button', { name: 'Select several' })).toBeNull()
  })
})

describe('before a press for several tells people something', () => {
  const question = async () => within(await screen.findByRole('alertdialog'))
  const sent = (number: number, more: Partial<Delivery> = {}) =>
    row(number, { status: 'inTransit', nextStep: { step: 'markDelivered', mine: true }, ...more })
  const chooseAll = async (rows: readonly Delivery[]) => {
    fakeApi()
      .answer(contract.agent.receiving, ({ input }) => (input.by === 'shop' ? [...rows] : []))
      .answer(contract.counter.steps, () => rows.map((one) => tookIt(one, 'delivered')))
    const at = '/Agent/received'
    const { person } = renderScreen(<Receiving />, { as: people.agent, path: at, at })
    await person.click(await screen.findByRole('button', { name: 'Select several' }))
    await person.click(screen.getByRole('button', { name: `Select all ${rows.length}` }))
    await person.click((await bar()).getByRole('button', { name: `Delivered (${rows.length})` }))
    return person
  }

  test('it is asked once, and no leaves all as it was', async () => {
    const rows = [sent(1), sent(2, { receiver: { ...sent(2).receiver, phone: '0799000111' } })]
    const person = await chooseAll(rows)
    const asking = await question()
    expect(asking.getByText('Tell 2 receivers that their parcel is here?')).toBeTruthy()
    await person.click(asking.getByRole('button', { name: 'Cancel' }))
    expect(asked()).toEqual([])
    expect((await bar()).getByText('2 selected')).toBeTruthy()

    await person.click((await bar()).getByRole('button', { name: 'Delivered (2)' }))
    await person.click((await question()).getByRole('button', { name: 'Delivered (2)' }))
    await screen.findByText('Delivered: 2 parcels')
    expect(asked()).toHaveLength(1)
  })

  test('one receiver of several parcels is one person', async () => {
    await chooseAll([sent(1), sent(2)])
    await (await question()).findByText('Tell 1 receiver that their parcel is here?')
  })

  test('senders get an SMS about parcels that come back', async () => {
    const receiver = { ...sent(1).receiver, phone: '0799000111' }
    await chooseAll([sent(1, { receiver }), sent(2, { leg: 'back' })])
    await (await question()).findByText('Tell 2 people that their parcel is here?')
  })
})

test('what a rider carries is chosen with no others', async () => {
  const rows = [coming(1, 1250), { ...coming(2, 400), paid: true }, dropping(3), dropping(4)]
  const at = '/Agent/all-deliveries'
  fakeApi().answer(contract.agent.sending, rows)
  const { person } = renderScreen(<AllDeliveries />, { as: people.agent, path: at, at })
  await person.click(await screen.findByRole('button', { name: 'Select several' }))
  expect(screen.getAllByText('With a rider: one at a time')).toHaveLength(2)
  await person.click(screen.getByRole('button', { name: 'Select all 2' }))
  const steps = (await bar()).getAllByRole('button').map(({ textContent }) => textContent)
  expect(steps).toEqual(['Dropped (2)', 'Print labels (2)'])
})
