import { startMpesa } from '@tuma/mpesa'
import { emptyBalances } from '@tuma/simulation/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { copyLedger, openLedger, type Parcel } from '../ledger.ts'
import { computeExpectedBalances } from './expected-balances.ts'

const phones = { sender: '254712000001', receiver: '254112000001' }
const open = async () => {
  const mpesa = await startMpesa({ now: () => '2026-11-24T09:00:00.000Z', seed: 'chaos' })
  onTestFinished(() => mpesa.close())
  const ledger = openLedger()
  let count = 0
  return {
    mpesa,
    ledger,
    balances: () => computeExpectedBalances(ledger, mpesa),
    async pays(amount: number): Promise<string> {
      const paid = await mpesa.handset.payByHand({ phone: phones.sender, amount })
      if (!paid) throw new Error('there was too little money')
      return paid.receipt
    },
    sent(kind: Parcel['kind'], price = 0): Parcel {
      const id = `${++count}`
      const parcel = { id, trackingId: `TM-${id}`, kind, fee: 250, price, phones, status: 'dropping' } as const
      return ledger.recordSent(id, parcel)
    },
  }
}

test('a payment without an answer to its payer is unclaimed', async () => {
  const { pays, ledger, balances } = await open()
  await pays(100)
  ledger.recordPaid(await pays(200), 200)
  expect(balances()).toEqual({ ...emptyBalances(), till: 30_000, unclaimed: 10_000, prepaid: 20_000 })
})

test('the surplus of a payment is owed until it is paid back, and M-Pesa takes its charge', async () => {
  const { pays, ledger, balances, sent } = await open()
  const payment = ledger.recordPaid(await pays(300), 300)
  ledger.recordSpent(payment, sent('dukani'))
  const booked = { ...emptyBalances(), till: 29_835, charges: 165, fees: 25_000 }
  expect(balances()).toEqual({ ...booked, refundsOwed: 5_000 })
  payment.refund = 'noted'
  expect(balances()).toEqual({ ...booked, till: 24_835 })
})

test('a payment is free again once its parcel is deleted before staff have it', async () => {
  const { pays, ledger, balances, sent } = await open()
  const parcel = sent('dukani')
  ledger.recordSpent(ledger.recordPaid(await pays(200), 200), parcel)
  Object.assign(parcel, { deleted: true, freed: true })
  expect(balances()).toEqual({ ...emptyBalances(), till: 20_000, prepaid: 20_000 })
})

test('an earlier refund of it stays a refund', async () => {
  const { pays, ledger, balances, sent } = await open()
  const [payment, parcel] = [ledger.recordPaid(await pays(300), 300), sent('dukani')]
  ledger.recordSpent(payment, parcel)
  payment.refund = 'noted'
  Object.assign(parcel, { deleted: true, freed: true })
  expect(balances()).toEqual({ ...emptyBalances(), till: 24_835, charges: 165, prepaid: 25_000 })
})

test('cash goes from the door to the bank and its price to the sender; a missing part is a shortage', async () => {
  const { ledger, balances, sent } = await open()
  sent('doorstep', 100).taken = { how: 'cash' }
  expect(balances()).toMatchObject({ drawers: 35_000, fees: 25_000, owedToSenders: 10_000 })
  ledger.handOvers.set('one', { id: 'one', agentId: 'agent', cents: 35_000, counted: 34_000 })
  ledger.recordPayout({ owedTo: 'account:client', cents: 10_000, reference: 'UKS1000000' })
  expect(balances()).toEqual({ ...emptyBalances(), bank: 24_000, shortages: 1_000, fees: 25_000 })
})

test('a fee that was taken at the counter is earned, and cash that is given back later comes out of the drawer', async () => {
  const { ledger, balances } = await open()
  const about = { kind: 'dukani', fee: 250, price: 0, phones, status: 'uncollected', atCounter: 'cash' } as const
  const parcel = ledger.recordSent('counter', { id: 'c1', trackingId: 'TM-C1', ...about })
  expect(balances()).toEqual({ ...emptyBalances(), drawers: 25_000, fees: 25_000 })
  ledger.handOvers.set('one', { id: 'one', agentId: 'agent', cents: 25_000, counted: 25_000 })
  parcel.cancelled = true
  expect(balances()).toEqual({ ...emptyBalances(), bank: 25_000, drawers: -25_000 })
})

test('a payment that was meant for one parcel is reported when it pays for another', async () => {
  const { pays, ledger, sent } = await open()
  const payment = ledger.recordPaid(await pays(250), 250)
  for (const parcel of [sent('dukani'), sent('dukani')]) ledger.recordSpent(payment, parcel)
  expect(ledger.wrong).toEqual([`twice: ${payment.receipt} paid for TM-1 and TM-2`])
})

test('two payments for one parcel pay its fee together', async () => {
  const { pays, ledger, balances, sent } = await open()
  const payment = ledger.recordPaid(await pays(150), 150)
  ledger.recordToppedUp(payment, ledger.recordPaid(await pays(100), 100))
  expect(balances()).toEqual({ ...emptyBalances(), till: 25_000, prepaid: 25_000 })
  ledger.recordSpent(payment, sent('dukani'))
  expect(balances()).toEqual({ ...emptyBalances(), till: 25_000, fees: 25_000 })
})

test('a payment that M-Pesa takes back is gone, whether its payer has shown it or not', async () => {
  const { pays, mpesa, ledger, balances } = await open()
  const shown = ledger.recordPaid(await pays(200), 200)
  for (const receipt of [shown.receipt, await pays(100)]) mpesa.handset.reverse(receipt)
  expect(balances()).toEqual(emptyBalances())
})

test('cash that is paid in leaves its drawer, until M-Pesa takes the money back', async () => {
  const { pays, mpesa, ledger, balances, sent } = await open()
  sent('doorstep', 100).taken = { how: 'cash' }
  const receipt = await pays(200)
  ledger.payIns.set(receipt, 15_000)
  const earned = { ...emptyBalances(), fees: 25_000, owedToSenders: 10_000 }
  expect(balances()).toEqual({ ...earned, till: 20_000, unclaimed: 5_000, drawers: 20_000 })
  mpesa.handset.reverse(receipt)
  expect(balances()).toEqual({ ...earned, drawers: 35_000 })
})

test('the sender owes the fee of a parcel whose payment M-Pesa takes back, and its surplus is owed no more', async () => {
  const { pays, mpesa, ledger, balances, sent } = await open()
  const payment = ledger.recordPaid(await pays(300), 300)
  ledger.recordSpent(payment, sent('dukani'))
  mpesa.handset.reverse(payment.receipt)
  const charged = { till: -165, charges: 165 }
  expect(balances()).toEqual({ ...emptyBalances(), ...charged, owedBySenders: 25_000, fees: 25_000 })
})

test('a copy of what people know does not follow what they learn later', async () => {
  const { pays, mpesa, ledger, sent } = await open()
  const payment = ledger.recordPaid(await pays(200), 200)
  const copy = copyLedger(ledger)
  ledger.recordSpent(payment, sent('dukani'))
  expect(computeExpectedBalances(copy, mpesa)).toEqual({ ...emptyBalances(), till: 20_000, prepaid: 20_000 })
})
