import { sentReceipt } from '@tuma/one-process/sent-receipt'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Visitor } from './browser/browser.ts'
import { widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { type Agent, agentAt } from './day/agent.ts'
import { addUp, balancesIn, centsIn, downloaded, inTheFile } from './day/csv.ts'
import { type Found, type Office, officeAt } from './day/office.ts'
import { type Sender, senderAt } from './day/sender.ts'
import { openTill, type Till } from './day/till.ts'
import { openDependentSteps } from './dependent-steps.ts'
import { logIn, newClient } from './people.ts'
import { startInOneProcess } from './product.ts'
import { leaves, openTestProduct } from './test-product.ts'

/**
 * A day of a network: senders, two agents and the office, each at a screen of their own, with one M-Pesa for all of
 * them. In the evening the books show four differences and no others: a message of money that never came, a payment
 * without a parcel, a message with 50 more than was paid, and a drawer that was 50 short.
 */

let till: Till
const opened = openTestProduct(async () => {
  till = await openTill()
  return startInOneProcess(till.settings)
})
let everybody: Record<'sender' | 'cbd' | 'thika' | 'office', Visitor>
let [name, sender, cbd, thika, office] = ['', {} as Sender, {} as Agent, {} as Agent, {} as Office]

const ofSender = '254711222333'
const atTheDoor = '254722333444'
const fee = 350
/** The prices of the products in the three parcels that are paid for at the door. */
const products = 1500 + 600 + 800
const short = { said: 'Ksh 50 short', reason: 'A note of 50 was torn' }
const reference = sentReceipt()
const parcels = {
  asGuest: '',
  pasted: '',
  toppedUp: '',
  pretended: '',
  edited: '',
  prompted: '',
  cash: '',
  fromThika: '',
}
const found = { missing: '', unknown: '', differing: '' }
const drawers = { cbd: 0, thika: 0 }
let agreeing = 0
let booksBefore: Record<string, number> = {}

beforeAll(async () => {
  const visitors = [await opened.visit(widths.phone), await opened.visit(widths.phone)]
  const [whoSends, atCbd] = visitors as [Visitor, Visitor]
  everybody = { sender: whoSends, cbd: atCbd, thika: await opened.visit(widths.phone), office: await opened.visit() }
  const person = await newClient(everybody.sender.context, opened.product())
  await everybody.sender.context.clearCookies()
  name = person.name
  sender = senderAt(everybody.sender.page, person)
  cbd = agentAt(everybody.cbd.page)
  thika = agentAt(everybody.thika.page)
  office = officeAt(everybody.office.page)
})
afterAll(() => till?.close())

const step = openDependentSteps()

step('the office and two shops open, and the till already has a payment that is not claimed', async () => {
  for (const [who, at] of [
    ['agent.cbd', everybody.cbd],
    ['agent.thika', everybody.thika],
    ['admin', everybody.office],
  ] as const) {
    await logIn(at.page, `${who}@tuma.test`)
    await at.page.waitForURL(/\/(agent|admin)$/i)
    await screenIsThere(at.page)
  }
  booksBefore = await office.readsAccounts()
  const unknown = await till.minutesAgo(10, () => till.pays('254733999888', 120))
  found.unknown = unknown.receipt
})

step('a guest pays by hand, logs in, and continues with that payment', async () => {
  const { sms } = await till.pays(ofSender, fee)
  await sender.paysAsGuest(fee, sms)
  parcels.asGuest = await sender.logsInAndSends(fee)
  agreeing += 1
})

step('they cancel on the phone, pay by hand, and paste the message', async () => {
  const pay = async () => (await till.pays(ofSender, 250)).sms
  parcels.pasted = await sender.isRefusedThenPastes(250, () => till.cancels(ofSender), pay)
  agreeing += 1
})

step('they have paid too little, and pay the rest on the phone', async () => {
  const { sms } = await till.pays(ofSender, 200)
  parcels.toppedUp = await sender.topsUp(fee, sms, fee - 200, () => till.entersPin(ofSender))
  agreeing += 2
})

step('they paste a message of money that never came, and one that says 50 more than was paid', async () => {
  const never = await till.minutesAgo(5, () => till.pretends(ofSender, fee))
  parcels.pretended = await sender.pastes(fee, never.sms)
  const less = await till.pays(ofSender, fee - 50)
  parcels.edited = await sender.pastes(fee, less.sms.replace(`Ksh${fee - 50}.00`, `Ksh${fee}.00`))
  Object.assign(found, { missing: never.receipt, differing: less.receipt } satisfies Partial<Found>)
})

step('three parcels will be paid at the door', async () => {
  parcels.prompted = await sender.sendsOnDelivery('cbd', 1500)
  parcels.cash = await sender.sendsOnDelivery('cbd', 600)
  parcels.fromThika = await sender.sendsOnDelivery('thika', 800)
})

step('the shop in town sends them on their way, and its riders bring back a payment and cash', async () => {
  await cbd.sendsToShop(parcels.pasted)
  for (const parcel of [parcels.asGuest, parcels.prompted, parcels.cash]) await cbd.sendsWithRider(parcel)
  await cbd.brings(parcels.asGuest)
  await cbd.bringsForPrompt(parcels.prompted, 1500 + fee, () => till.entersPin(atTheDoor))
  agreeing += 1
  await cbd.bringsForCash(parcels.cash, 600 + fee)
  drawers.cbd = await cbd.handsOver(parcels.cash)
})

step('the shop in Thika hands over what has come, brings a parcel for cash, and counts 50 too little', async () => {
  await thika.handsToPicker(parcels.pasted)
  await thika.sendsWithRider(parcels.fromThika)
  await thika.bringsForCash(parcels.fromThika, 800 + fee)
  drawers.thika = await thika.handsOver(parcels.fromThika, 50)
})

step('the office counts both drawers', async () => {
  await office.receives('Achieng Otieno', drawers.cbd)
  await office.receives('Mwangi Njoroge', drawers.thika - 50, short)
})

step('the statement of the till lacks one payment, has an unknown one, and one of another amount', async () => {
  await office.importsStatement(till.statement(), agreeing, found)
  await office.looksAtDifferences(found)
})

step('the sender is paid for all three parcels', async () => {
  await office.paysOut(name, products, reference)
})

step('everybody sees how their day has ended', async () => {
  const { prompted, cash, fromThika, edited } = parcels
  await sender.seesPaidOut([prompted, cash, fromThika], reference)
  await cbd.seesReceived(drawers.cbd)
  await cbd.seesHeld(edited)
  await thika.seesReceived(drawers.thika - 50, short.said)
  const own = await downloaded(everybody.sender.page, 'Spreadsheet')
  expect(
    centsIn(
      own.filter(({ What }) => What === 'Collected'),
      'Yours',
    ),
  ).toBe(products * 100)
  expect(own.at(-1)?.Balance).toBe('0')
})

step('the books hold nothing that has no name, and the files add up to them', async () => {
  const ksh = (shillings: number) => shillings * 100
  const theirs = drawers.cbd + drawers.thika
  const named = addUp(booksBefore, {
    'M-Pesa till': till.balance(),
    'M-Pesa charges': till.charges(),
    'Office and bank': ksh(theirs - 50 - products),
    'Cash with agents': ksh(600 + fee + 800 + fee - theirs),
    'Not yet confirmed by M-Pesa': ksh(fee),
    'Owed by senders': ksh(50),
    'Missing cash': ksh(50),
    'Unclaimed money': ksh(120),
    'Fees earned': ksh(250 + 7 * fee),
  })
  await expect.poll(office.readsAccounts).toEqual(named)
  const file = await downloaded(everybody.office.page, 'Download CSV')
  expect(centsIn(file)).toBe(0)
  expect(balancesIn(file)).toEqual(inTheFile(named))
  await leaves(...Object.values(everybody))
})
