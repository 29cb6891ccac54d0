// @vitest-environment jsdom

import { expect, test } from 'vitest'
import { remote } from './remote.tsx'

test('the menu has these pages in this order, and marks each on the pages opened from it', () => {
  expect(remote.menu.map(({ to, also = [] }) => [to, ...also])).toEqual([
    ['/Admin', '/Admin/system', '/Admin/approvals'],
    ['/Admin/agents'],
    ['/Admin/users'],
    ['/Admin/marketing'],
    ['/Admin/location'],
    ['/Admin/riders'],
    ['/Admin/deliveries', '/Admin/delivery'],
    ['/Admin/profile'],
  ])
})

test('money and checks are a group of their own', () => {
  const addresses = ['/Admin/problems', '/Admin/payments', '/Admin/books', '/Admin/statements', '/Admin/audit']
  expect(remote.beneath?.menu.map(({ to }) => to)).toEqual(addresses)
})
