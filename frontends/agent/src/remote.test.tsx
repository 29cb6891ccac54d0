// @vitest-environment jsdom

import { expect, test } from 'vitest'
import { remote } from './remote.tsx'
import { askBeforeLogout } from './saved-steps/before-logout.ts'

const english: Record<string, string> = remote.catalogue.en

test('what an agent needs at the counter is a group of its own in the menu', () => {
  expect(remote.beneath && english[remote.beneath.title]).toBe('At the counter')
  expect(remote.beneath?.menu.map(({ label, to }) => [english[label], to])).toEqual([
    ['New parcel', '/Agent/new'],
    ['To do', '/Agent/to-do'],
    ['Scan', '/Agent/scan'],
    ['My cash', '/Agent/cash'],
  ])
})

test('the menu has these entries in this order, each marked on the pages that are opened from it', () => {
  expect(remote.menu.map(({ label, to, also = [] }) => [english[label], to, ...also])).toEqual([
    ['Dashboard', '/Agent', '/Agent/saved'],
    ['Sending', '/Agent/uncollected'],
    ['Receiving', '/Agent/received', '/Agent/waiting'],
    ['Deliveries', '/Agent/all-deliveries', '/Agent/find', '/Agent/delivery'],
    ['Paid', '/Agent/paid'],
    ['Customers', '/Agent/customers'],
    ['Profile', '/Agent/profile'],
  ])
})

test('who logs out of the area is told of the steps that are not sent', () => {
  expect(remote.beforeLogout).toBe(askBeforeLogout)
})
