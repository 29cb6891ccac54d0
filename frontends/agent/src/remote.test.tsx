// @vitest-environment jsdom

import { expect, test } from 'vitest'
import { remote } from './remote.tsx'
import { english } from './texts.ts'

test('what an agent needs at the counter is a group of its own in the menu', () => {
  expect(remote.beneath && english[remote.beneath.title as keyof typeof english]).toBe('At the counter')
  expect(remote.beneath?.menu.map(({ label, to }) => [english[label as keyof typeof english], to])).toEqual([
    ['To do', '/Agent/to-do'],
    ['My cash', '/Agent/cash'],
  ])
})

test('the menu has these entries in this order', () => {
  expect(remote.menu.map(({ label, to }) => [english[label as keyof typeof english], to])).toEqual([
    ['Dashboard', '/Agent'],
    ['Sending', '/Agent/uncollected'],
    ['Receiving', '/Agent/received'],
    ['Deliveries', '/Agent/all-deliveries'],
    ['Paid', '/Agent/paid'],
    ['Customers', '/Agent/customers'],
    ['Profile', '/Agent/profile'],
  ])
})
