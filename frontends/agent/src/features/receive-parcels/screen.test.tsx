// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import type { ReceivingGroup } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GroupedStatus } from './receiving-groups.tsx'
import { Receiving } from './screen.tsx'

const nextStep = { step: 'markDelivered', mine: true } as const
const toShop = (number: number) =>
  sampleDelivery(number, { deliveryType: 'parcelDukani', status: 'inTransit', nextStep })
const toDoor = (number: number) => sampleDelivery(number, { deliveryType: 'doorstep', status: 'inTransit', nextStep })
let groups: Record<ReceivingGroup, Delivery[]>
beforeEach(() => {
  groups = { shop: [toShop(1), toShop(2)], riders: [toDoor(3)], near: [toDoor(4), toDoor(5)] }
})

const at = '/Agent/received'
const getAnswer = ({ input: { by } }: { input: { by?: ReceivingGroup | undefined } }) =>
  by ? groups[by] : collectedOnes
const collectedOnes = [sampleDelivery(4, { deliveryType: 'doorstep', status: 'collected' })]
const show = (fails = false, status: GroupedStatus | 'collected' = 'inTransit') => {
  const { shop, riders, near } = groups
  const byGroup = { shop: shop.length, riders: riders.length, near: near.length }
  const none = { shop: 0, riders: 0, near: 0 }
  const isComing = status === 'inTransit'
  const total = shop.length + riders.length + near.length
  fakeApi()
    .answer(contract.counter.tabCounts, {
      sending: { dropping: 0, uncollected: 0, inTransit: 0, all: 0 },
      receiving: {
        inTransit: isComing ? total : 0,
        inTransitBy: isComing ? byGroup : none,
        delivered: isComing ? 0 : total,
        deliveredBy: isComing ? none : byGroup,
        collected: 0,
        waiting: 0,
      },
    })
    .answer(contract.agent.receiving, getAnswer)
  if (fails) fakeApi().fail(contract.agent.receiving)
  return renderScreen(<Receiving />, { as: people.agent, path: at, at: `${at}?tab=${status}` })
}
const group = async (name: RegExp) => within(await screen.findByRole('region', { name }))
const idsIn = (part: Pick<typeof screen, 'queryAllByRole'>) =>
  part.queryAllByRole('link', { name: /TM-/ }).map((link) => link.textContent)
const askedFor = () =>
  new Set(
    fakeApi()
      .received(contract.agent.receiving)
      .map(({ input }) => input.by),
  )

test('parcels that come to the shop and parcels of its riders have a heading and a count each', async () => {
  show()
  expect(idsIn(await group(/^Coming to your shop 2$/))).toEqual(['TM-0000-0000-0001', 'TM-0000-0000-0002'])
  expect(idsIn(await group(/^With your riders 1$/))).toEqual(['TM-0000-0000-0003'])
  const tab = screen.getByRole('tab', { name: 'Deliveries' })
  await expect.poll(() => tab.getAttribute('aria-description')).toBe('3')
})

test.each([
  ['inTransit', 'Deliveries', 'On the way. Tap “Delivered” when one arrives.'],
  ['delivered', 'Received Deliveries', 'Not collected yet. No code? Tap “Hand over”, then “Assign Picker”.'],
  ['collected', 'Collected Deliveries', 'Handed over to the customer.'],
] as const)('the tab %s says what it means', async (status, name, meaning) => {
  show(false, status)
  await screen.findByText(meaning)
  expect(screen.getByRole('tab', { selected: true, name })).toBeTruthy()
})

test('parcels of other shops’ riders are collapsed, and loaded when opened', async () => {
  const { person } = show()
  const folded = await screen.findByText(/^Other riders near you/)
  expect(folded.textContent).toBe('Other riders near you 2')
  expect([...askedFor()]).toEqual(['shop', 'riders'])
  await person.click(folded)
  await screen.findByRole('link', { name: 'TM-0000-0000-0005' })
  expect([...askedFor()]).toEqual(['shop', 'riders', 'near'])
})

test('“Select all” selects one group only', async () => {
  const { person } = show()
  const shop = await group(/^Coming to your shop/)
  await person.click(shop.getByRole('button', { name: 'Select several' }))
  await person.click(shop.getByRole('button', { name: 'Select all 2' }))
  expect(screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true })).toHaveLength(2)
  const riders = await group(/^With your riders/)
  expect(riders.queryByRole('checkbox')).toBeNull()
  expect(riders.getByRole('button', { name: 'Delivered' })).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: 'Select several' })).toEqual([])
})

test('a shop without incoming parcels says so, above the parcels of its riders', async () => {
  groups = { ...groups, shop: [] }
  show()
  await (await group(/^Coming to your shop 0$/)).findByText('No parcels are on the way to your shop.')
  expect(idsIn(await group(/^With your riders 1$/))).toEqual(['TM-0000-0000-0003'])
})

test('an empty tab says so once', async () => {
  groups = { shop: [], riders: [], near: [] }
  show()
  await screen.findByText('No deliveries found')
  expect(screen.queryByText(/Coming to your shop|With your riders|Other riders/)).toBeNull()
})

test('a parcel leaves its group when its rider has delivered it', async () => {
  const { person } = show()
  fakeApi().hold(contract.agent.markDelivered, { ...toDoor(3), status: 'delivered', revision: 9 })
  const riders = await group(/^With your riders/)
  await person.click(riders.getByRole('button', { name: 'Delivered' }))
  await expect.poll(() => screen.queryByText(/^With your riders/)).toBeNull()
})

test('one message says that loading failed, and one press loads all groups again', async () => {
  const { person } = show(true)
  await screen.findByText('Failed to fetch deliveries')
  fakeApi().answer(contract.agent.receiving, getAnswer)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(idsIn(await group(/^Coming to your shop/))).toHaveLength(2)
  expect(idsIn(await group(/^With your riders/))).toHaveLength(1)
})

describe('what has arrived', () => {
  const nextStep = { step: 'confirmReceipt', mine: true } as const
  const atDoor = (number: number) => sampleDelivery(number, { deliveryType: 'doorstep', status: 'delivered', nextStep })
  const atShop = (number: number) =>
    sampleDelivery(number, { deliveryType: 'parcelDukani', status: 'delivered', nextStep: { step: null, mine: false } })
  beforeEach(() => {
    groups = { shop: [atShop(1), atShop(2)], riders: [atDoor(3), atDoor(4)], near: [atDoor(5)] }
  })

  test('at the shop and at doors has a heading and a count each; what others brought is folded', async () => {
    const { person } = show(false, 'delivered')
    expect(idsIn(await group(/^At your shop 2$/))).toEqual(['TM-0000-0000-0001', 'TM-0000-0000-0002'])
    expect(idsIn(await group(/^Brought by your riders 2$/))).toEqual(['TM-0000-0000-0003', 'TM-0000-0000-0004'])
    expect([...askedFor()]).toEqual(['shop', 'riders'])
    await person.click(screen.getByText(/^Brought by other riders near you/))
    await screen.findByRole('link', { name: 'TM-0000-0000-0005' })
    const tab = screen.getByRole('tab', { name: 'Received Deliveries' })
    await expect.poll(() => tab.getAttribute('aria-description')).toBe('4')
  })

  test('is selected in one group, which leaves the others alone', async () => {
    const { person } = show(false, 'delivered')
    const riders = await group(/^Brought by your riders/)
    await person.click(riders.getByRole('button', { name: 'Select several' }))
    await person.click(riders.getByRole('button', { name: 'Select all 2' }))
    expect(riders.getAllByRole<HTMLInputElement>('checkbox', { checked: true })).toHaveLength(2)
    expect((await group(/^At your shop/)).queryByRole('checkbox')).toBeNull()
  })
})

test('what was collected has left us, so it is one list', async () => {
  show(false, 'collected')
  await screen.findByRole('link', { name: 'TM-0000-0000-0004' })
  expect([...askedFor()]).toEqual([undefined])
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

test('damaged parcels that are not shown are counted in the group that lacks them', async () => {
  show()
  fakeApi().answer(contract.agent.receiving, getAnswer, { 'x-left-out': '1' })
  const both = [await group(/^Coming to your shop/), await group(/^With your riders/)]
  for (const one of both)
    await one.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
