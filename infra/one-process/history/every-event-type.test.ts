import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { storedEvents as ofDelivery } from '@tuma/delivery/stored-events'
import { storedEvents as ofIdentity } from '@tuma/identity/stored-events'
import { storedEvents as ofNotification } from '@tuma/notification/stored-events'
import { storedEvents as ofPayment } from '@tuma/payment/stored-events'
import { storedEvents as ofRevenue } from '@tuma/revenue/stored-events'
import { expect, test } from 'vitest'
import { getCopy, keptFolders } from './kept-folders.ts'
import { storedNamesIn } from './stored-names.ts'

const storedBy = {
  delivery: ofDelivery,
  identity: ofIdentity,
  notification: ofNotification,
  payment: ofPayment,
  revenue: ofRevenue,
}

/** For example `payment: PaymentClaimed`. */
const typesIn = (folder: (typeof keptFolders)[number]): string[] => {
  const copy = getCopy(folder)
  const { events } = storedNamesIn(join(copy, 'tuma.db'))
  rmSync(copy, { recursive: true })
  return Object.entries(events).flatMap(([service, found]) =>
    found.map((event) => `${service}: ${event.replace(/ v\d+$/, '')}`),
  )
}

/** A refund is refused before its receipt is taken, unless the payment changes in that very moment. */
const notInFolder = ['payment: RefundRefused']

test('every type of event that a service stores is in the folder', () => {
  const found = new Set(keptFolders.flatMap(typesIn))
  const stored = Object.entries(storedBy).flatMap(([service, types]) =>
    Object.keys(types).map((type) => `${service}: ${type}`),
  )
  expect(stored.filter((type) => !found.has(type))).toEqual(notInFolder)
})
