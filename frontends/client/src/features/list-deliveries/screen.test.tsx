// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { fakeApi, liveConnections, people, type Received, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { readDraft } from '@tuma/kit/ui'
import { expect, test } from 'vitest'
import { MyDeliveries } from './screen.tsx'

const path = '/Client/delivery-history'
const show = (state?: unknown) => renderScreen(<MyDeliveries />, { as: people.client, path, at: path, state })
const sent = (doorstep: Delivery[], dukani: Delivery[]) =>
  fakeApi().answer(contract.deliveries.ownDoorstep, doorstep).answer(contract.deliveries.ownDukani, dukani)

const toKiprop = sampleDelivery(3)
const toMuthoni = sampleDelivery(1, {
  deliveryType: 'parcelDukani',
  receiver: { name: 'Muthoni Gathogo', phone: '254733555666' },
})
const addresses = () => (screen.getAllByRole('link') as HTMLAnchorElement[]).map((link) => link.pathname)

test('one list shows both kinds of delivery, newest first, and each leads to its detail', async () => {
  sent([toKiprop], [toMuthoni])
  show()
  await screen.findByText('2 parcels')
  expect(addresses()).toEqual(['/Client/delivery/parcelDukani/d1', '/Client/delivery/doorstep/d3'])
  expect(fakeApi().received(contract.deliveries.ownDukani)[0]?.input).toEqual({ username: 'wanjiku' })
})

/** As the server searches: each kind by itself. */
const searchable = () => {
  const found =
    (parcels: Delivery[]) =>
    ({ input }: Received) => {
      const { search, by = 'trackingId', status } = input as { search?: string; by?: string; status?: string }
      return parcels.filter(
        (parcel) =>
          (status === undefined || parcel.status === status) &&
          (search === undefined || (by === 'phone' ? getPhones(parcel) : parcel.trackingId).includes(search)),
      )
    }
  fakeApi()
    .answer(contract.deliveries.ownDoorstep, found([toKiprop]))
    .answer(contract.deliveries.ownDukani, found([toMuthoni]))
}
const getPhones = ({ sender, receiver }: Delivery) => `${displayPhone(sender.phone)} ${displayPhone(receiver.phone)}`

test('the server searches by tracking ID, or by phone when Phone Number is chosen', async () => {
  searchable()
  const { person } = show()
  await person.type(await screen.findByLabelText('Search'), '0733555')
  await screen.findByText('No deliveries match your search')
  await person.click(screen.getByRole('radio', { name: 'Phone Number' }))
  await screen.findByText('1 parcel')
  expect(addresses()).toEqual(['/Client/delivery/parcelDukani/d1'])
  const asked = fakeApi().received(contract.deliveries.ownDukani).at(-1)?.input
  expect(asked).toEqual({ username: 'wanjiku', search: '0733555', by: 'phone' })
})

test('a figure of the dashboard leads to its status, and another status can be chosen', async () => {
  searchable()
  const { person, router } = renderScreen(<MyDeliveries />, { as: people.client, path, at: `${path}?status=delivered` })
  await screen.findByText('No deliveries match your search')
  await person.selectOptions(screen.getByLabelText('Status'), 'Uncollected')
  await screen.findByText('2 parcels')
  expect(router.state.location.search).toBe('?status=uncollected')
  await person.selectOptions(screen.getByLabelText('Status'), 'Any status')
  await expect.poll(() => router.state.location.search).toBe('')
})

test('parcels with problems are a filter, and a parcel with an open decision shows it first', async () => {
  const waiting = { since: '2026-11-14T07:00:00.000Z', until: '2026-11-24', asked: true, mayWait: true }
  sent([], [{ ...toMuthoni, status: 'delivered', waiting }])
  const { person, router } = show()
  await person.selectOptions(await screen.findByLabelText('Special cases'), 'Waiting for you')
  await expect.poll(() => router.state.location.search).toBe('?trouble=asked')
  await expect
    .poll(() => fakeApi().received(contract.deliveries.ownDukani).at(-1)?.input)
    .toEqual({ username: 'wanjiku', trouble: 'asked' })
  const row = (await screen.findByText(toMuthoni.trackingId)).closest('li')
  expect(row?.firstElementChild?.textContent).toContain('What should we do?')
  await screen.findByRole('button', { name: 'Let it wait longer' })
})

test('a part of the day leads to its whole list, and a special case takes its place', async () => {
  sent([], [])
  const { person, router } = renderScreen(<MyDeliveries />, { as: people.client, path, at: `${path}?group=toBring` })
  const only = await screen.findByLabelText<HTMLSelectElement>('Special cases')
  expect(only.selectedOptions[0]?.text).toBe('To bring')
  await expect
    .poll(() => fakeApi().received(contract.deliveries.ownDukani).at(-1)?.input)
    .toEqual({ username: 'wanjiku', group: 'toBring' })
  await person.selectOptions(only, 'On hold')
  await expect.poll(() => router.state.location.search).toBe('?trouble=held')
  await person.selectOptions(only, 'In trouble')
  await expect.poll(() => router.state.location.search).toBe('?group=trouble')
})

test('a card that was found by phone shows whose phone it is', async () => {
  searchable()
  const { person } = show()
  const box = await screen.findByLabelText('Search')
  await person.click(screen.getByRole('radio', { name: 'Phone Number' }))
  expect(screen.queryByText(/'s phone: /)).toBeNull()
  await person.type(box, '0733')
  expect((await screen.findByText(/^Receiver's phone/)).textContent).toBe("Receiver's phone: 0733555666")
  expect(screen.queryByText(/^Sender's phone/)).toBeNull()
  await person.clear(box)
  await person.type(box, '071234')
  await expect.poll(() => screen.queryAllByText(/^Sender's phone/)).toHaveLength(2)
})

test('Send again opens the form filled in', async () => {
  sent([toKiprop], [])
  const { person, router } = show()
  await person.click(await screen.findByRole('button', { name: `Send again ${toKiprop.trackingId}` }))
  await expect.poll(() => router.state.location.pathname).toBe('/Client/send-parcel/door-step')
  expect(readDraft('doorstep-again.wanjiku')).toMatchObject({
    receiver: { name: toKiprop.receiver.name, phone: '0722333444' },
    parcelDescription: toKiprop.parcelDescription,
  })
})

test('clearing the search shows everything again and keeps the cursor in the box', async () => {
  searchable()
  const { person } = show()
  const box = await screen.findByLabelText('Search')
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
  await person.type(box, 'nothing like it')
  await person.click(await screen.findByRole('button', { name: 'Clear search' }))
  await screen.findByText('2 parcels')
  expect(document.activeElement).toBe(box)
})

test('the search is kept when the client comes back, and never shown in the address', async () => {
  searchable()
  const first = show()
  await first.person.type(await screen.findByLabelText('Search'), 'TM-0000-0000-0003')
  const kept = { search: 'TM-0000-0000-0003' }
  await expect.poll(() => first.router.state.location).toMatchObject({ pathname: path, search: '', state: kept })
  first.unmount()
  show(kept)
  await screen.findByText('1 parcel')
})

test('Show more loads the next page of both kinds', async () => {
  const older = sampleDelivery(9)
  sent([], [toMuthoni]).answer(
    contract.deliveries.ownDoorstep,
    ({ input }) => (input.cursor === 'page2' ? [older] : [toKiprop]),
    { 'x-next-cursor': 'page2' },
  )
  const { person } = show()
  await screen.findByText('2 parcels')
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('3 parcels')
  expect(addresses().at(-1)).toBe('/Client/delivery/doorstep/d9')
})

/** @returns how to stop; stopping returns how often the element was removed */
const countRemovals = (element: Element) => {
  let count = 0
  const look = (changes: readonly MutationRecord[]): void => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
    count += removed.filter((node) => node.contains(element)).length
  }
  const watching = new MutationObserver(look)
  watching.observe(document.body, { childList: true, subtree: true })
  return () => {
    look(watching.takeRecords())
    watching.disconnect()
    return count
  }
}

test('Show more stays while one of the two kinds has more', async () => {
  const { ownDoorstep, ownDukani } = contract.deliveries
  const goesOn = { 'x-next-cursor': 'page2' }
  const [door1, door2] = [sampleDelivery(1), sampleDelivery(2)]
  const [shop1, shop2] = [3, 4].map((n) => sampleDelivery(n, { deliveryType: 'parcelDukani' })) as [Delivery, Delivery]
  const server = fakeApi().answer(ownDoorstep, [door1], goesOn).answer(ownDukani, [shop1], goesOn)
  const { person } = show()
  const button = await screen.findByRole('button', { name: 'Show more' })
  const stop = countRemovals(button)

  // The last page of one kind comes before the next page of the other.
  const letGo = server.answer(ownDoorstep, [door2]).hold(ownDukani, [shop2], goesOn)
  await person.click(button)
  await screen.findByText(door2.trackingId)
  letGo()
  await screen.findByText(shop2.trackingId)

  // A live change while the next page is loading.
  server.hold(ownDukani, [], goesOn)
  await person.click(button)
  server.answer(ownDoorstep, [{ ...door1, status: 'inTransit' }])
  const delivered: Delivery = { ...shop1, status: 'delivered' }
  const refreshed = server.hold(ownDukani, [delivered], goesOn)
  liveConnections()[0]?.change()
  await screen.findByText('In Transit')
  server.answer(ownDukani, ({ input }) => (input.cursor ? [shop2] : [delivered]), goesOn)
  refreshed()
  await screen.findByText('Ready to collect', { selector: '.t-badge' })

  // A page that fails.
  server.fail(ownDukani)
  await person.click(await screen.findByRole('button', { name: 'Show more', busy: false }))
  await screen.findByText('Failed to fetch deliveries')
  expect(stop()).toBe(0)
  expect(screen.getByRole('button', { name: 'Show more' })).toBe(button)
})

test('a parcel that is moved elsewhere is updated here without a reload', async () => {
  sent([toKiprop], [])
  show()
  await screen.findByText('Uncollected')
  sent([{ ...toKiprop, status: 'inTransit' }], [])
  liveConnections()[0]?.change()
  await screen.findByText('In Transit')
})

test('a client who has sent nothing sees that, and a button to a new delivery', async () => {
  sent([], [])
  show()
  await screen.findByText('No deliveries found')
  expect(addresses()).toEqual(['/Client/send-parcel'])
  expect(screen.queryByRole('search')).toBeNull()
})

test('on a phone the filters stay folded until they are opened, or one is chosen', async () => {
  sent([toKiprop], [])
  const { person } = show()
  const filters = await screen.findByRole('button', { name: 'Filters' })
  const place = () => screen.getByLabelText('Status').closest('.contents')?.classList.contains('max-md:hidden')
  expect(place()).toBe(true)
  await person.click(filters)
  expect(place()).toBe(false)
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
})

test('one kind without the other is no history: the screen shows an error, and loads that kind again', async () => {
  sent([toKiprop], []).fail(contract.deliveries.ownDukani)
  const { person } = show()
  await screen.findByText('Failed to fetch deliveries')
  fakeApi().answer(contract.deliveries.ownDukani, [toMuthoni])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('2 parcels')
  expect(fakeApi().received(contract.deliveries.ownDoorstep)).toHaveLength(1)
})

test('a next page that fails leaves the list as it was', async () => {
  sent([toKiprop], [toMuthoni]).answer(contract.deliveries.ownDoorstep, [toKiprop], { 'x-next-cursor': 'page2' })
  const { person } = show()
  await screen.findByText('2 parcels')
  fakeApi().fail(contract.deliveries.ownDoorstep)
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Failed to fetch deliveries')
  expect(screen.getByText('2 parcels')).toBeTruthy()
})

test('damaged parcels of both kinds that are not shown are counted in one line', async () => {
  fakeApi()
    .answer(contract.deliveries.ownDoorstep, [toKiprop], { 'x-left-out': '1' })
    .answer(contract.deliveries.ownDukani, [toMuthoni], { 'x-left-out': '2' })
  show()
  await screen.findByText(/^3 rows can’t be shown now\./)
  expect(screen.getAllByText(/can’t be shown now/)).toHaveLength(1)
})
