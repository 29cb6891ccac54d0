import type { PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPayment } from '../testing/open-payment.ts'

const now = '2026-11-21T06:35:00.000Z'
let engines: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeEach(async () => {
  engines = await openTemporaryEngines()
  ;({ service, payment } = await openPayment(engines.of('payment'), { now: () => now }))
})
afterEach(async () => {
  await service.close()
  await engines.close()
})

let commands = 0
const pastes = async (message: string, commandId = `command-${++commands}`) => {
  const asked = { actor: { kind: 'visitor', visitorId: 'w' } as const, commandId, correlationId: 'test' }
  await payment.verify({ asked, reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message })
  await shown(service)
}
const newForm = (code: string, name: string) =>
  `${code} Confirmed. Ksh350.00 has gone to ${name} on 21/11/26 at 9:30 AM`

test('a message that we can not read is counted by its shape, without its names, numbers and codes', async () => {
  await pastes(newForm('UKL6H7T3GA', 'OTIENO OUMA 0722000111'))
  await pastes(newForm('UKL6H7T3GB', 'ACHIENG 0733000111'))
  await pastes(newForm('UKL6H7T3GC', 'Jane Doe'))
  expect(await payment.unreadMessages()).toEqual([
    { shape: '_ confirmed. ksh0.0 has gone to _ on 0/0/0 at 0:0 am', count: 1, firstAt: now, lastAt: now },
    { shape: '_ confirmed. ksh0.0 has gone to _ 0 on 0/0/0 at 0:0 am', count: 2, firstAt: now, lastAt: now },
  ])
  const stored = JSON.stringify(await engines.of('payment').events.readAll(null, 100))
  for (const secret of ['OTIENO', 'ACHIENG', 'Jane', '0722000111', 'UKL6H7T3G', '350.00', 'Wanjiku'])
    expect(stored).not.toContain(secret)
})

test('the same command counts once, a text that is not from M-Pesa is not kept, and one shape counts to 100', async () => {
  await pastes(newForm('UKL6H7T3GA', 'JANE'), 'one')
  await pastes(newForm('UKL6H7T3GA', 'JANE'), 'one')
  await pastes('Hello, I have paid, please send my parcel')
  expect(await payment.unreadMessages()).toMatchObject([{ count: 1 }])
  for (let times = 0; times < 110; times += 1) await pastes(newForm('UKL6H7T3GA', 'JANE'))
  expect(await payment.unreadMessages()).toMatchObject([{ count: 100 }])
})
