import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RefusalCode } from '@tuma/contracts/vocabulary'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import type { CallName, InputOf } from './calls.ts'
import type { Fixtures } from './fixtures.ts'
import { counterForm, doorstepForm, dukaniFee, dukaniForm, paid, paidWith, prompted } from './parcels.ts'
import { sentReceipt } from './sent-receipt.ts'
import type { Visitor } from './visitor.ts'

type Making<Name extends CallName> = (fixtures: Fixtures, person: Visitor) => InputOf<Name> | Promise<InputOf<Name>>
const anyPhone = () => `07${randomInt(10_000_000, 99_999_999)}`
const typedTwice = (phone: string) => ({ phone, again: phone })
const nothing = () => undefined as never
const idOf = async (making: Promise<{ _id: string }>) => ({ id: (await making)._id })

/** @returns the id of another session of the same account, or null for a person who is not signed in */
export const anotherSession = async ({ product }: Fixtures, person: Visitor): Promise<string | null> => {
  const { status, body: me } = await person.get('/api/users/me')
  if (status !== 200) return null
  await product.stranger().post('/api/users/login', { email: me.email, password: demonstrationPassword })
  const { body } = await person.get('/api/users/sessions')
  return body.find(({ current }: { current: boolean }) => !current)?._id ?? null
}

/** Requested by the demonstration's admin, who has no other admin to ask. */
const requested = async (fixtures: Fixtures): Promise<{ _id: string }> => {
  const request = { kind: 'make_admin', subject: (await fixtures.expendable())._id }
  return (await fixtures.admin.post('/api/admin/approvals', request)).body
}

/** @returns the id of the message to the sender of this parcel, as soon as it is sent */
const toTold = async ({ admin }: Fixtures, id: string): Promise<string> => {
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
    const { body } = await admin.get(`/api/admin/deliveries/${id}/messages`)
    const sent = body.rows.find((row: { canSendAgain: boolean; to: string }) => row.canSendAgain && row.to === 'sender')
    if (sent) return sent._id
  }
  throw new Error(`no SMS tells of the parcel ${id}`)
}

/** Calls that need a link from a mail, which these tests do not have. users.test.ts has their good answers. */
export const linkNeeded: readonly CallName[] = ['users.verifyEmail', 'users.resetPassword', 'payment.openLink']

/** Calls that a demonstration always refuses: start-warnings.test.ts, second-factor.test.ts. */
export const neverInDemonstration: readonly CallName[] = [
  'people.verifyUser',
  'users.setUpSecondFactor',
  'users.confirmSecondFactor',
]

/** The demonstration has no doubted payment: doubted-payments.test.ts. */
export const nothingDoubted: readonly CallName[] = ['adminPayments.letPass']

/** These calls read imported statements, which come as files: statements.test.ts, statement-kinds.test.ts. */
export const fileNeeded: readonly CallName[] = [
  ...(['statements.upload', 'statements.preview', 'statements.commit', 'statements.undoKind'] as const),
  ...(['trouble.addPhoto', 'trouble.photo'] as const),
]
/** The demonstration registers no address with M-Pesa: registering.test.ts. */
export const nothingRegistered: readonly CallName[] = ['adminPayments.register']
/** These need a collection code, which cannot be guessed, or a minute between two calls: collecting.test.ts. */
export const codeNeeded: readonly CallName[] = [
  'collecting.collect',
  'collecting.newCode',
  'collecting.newCodeOfTracked',
]
/**
 * The demonstration has nothing handed over, unexplained or due for payout: books.test.ts. It has one admin:
 * approvals.test.ts. It has one agent a shop: cash-offers.test.ts.
 */
export const emptyBooks: { readonly [Name in CallName]?: RefusalCode } = {
  'books.receive': 'not_found',
  'books.explain': 'not_found',
  'books.giveBack': 'not_found',
  'books.payOut': 'payout_changed',
  'books.setPayeeNumber': 'not_found',
  'books.askPayeeNumber': 'not_found',
  'books.askPayOut': 'payout_changed',
  'adminPayments.refund': 'refund_unproven',
  'books.approvePaidOut': 'not_found',
  'approvals.approve': 'approval_own',
  'books.takeIn': 'drawer_empty',
  'cash.offer': 'not_your_colleague',
  'cash.passOn': 'not_found',
  'cash.endOffer': 'not_found',
  'cash.payIn': 'more_than_cash',
}

/**
 * The inputs that make each call succeed for a person who may make it. A call that is missing here does not compile.
 */
export const goodInputs: { [Name in CallName]: Making<Name> } = {
  'users.register': () => ({
    name: 'Zawadi Mwende',
    username: `z-${randomUUID().slice(0, 12)}`,
    email: `${randomUUID()}@tuma.test`,
    phone: '0711333444',
    password: 'tuma-demo',
  }),
  'users.login': () => ({ email: 'client@tuma.test', password: 'tuma-demo' }),
  'users.logout': nothing,
  'users.me': nothing,
  'users.verifyEmail': () => ({ token: 'no-such-token' }),
  'users.resetPassword': () => ({ resetToken: 'no-such-token', password: 'tuma-demo-2' }),
  'users.update': () => ({ location: 'Kasarani' }),
  'users.setUpSecondFactor': () => ({ password: 'tuma-demo' }),
  'users.confirmSecondFactor': () => ({ code: '123456' }),
  'users.removeSecondFactor': () => ({ password: 'tuma-demo', code: '123456' }),
  'users.forgotPassword': () => ({ email: `${randomUUID()}@tuma.test` }),

  'sessions.list': nothing,
  'sessions.end': async (fixtures, person) => ({ id: (await anotherSession(fixtures, person)) ?? 'none' }),
  'sessions.endOthers': nothing,
  'ownData.download': nothing,

  'deliveries.countAll': () => ({ username: 'wanjiku' }),
  'deliveries.countByStatus': () => ({ username: 'wanjiku', status: 'delivered' }),
  'deliveries.today': nothing,
  'deliveries.ownDoorstep': () => ({ username: 'wanjiku', limit: 5 }),
  'deliveries.ownDukani': () => ({ username: 'wanjiku', limit: 5 }),
  'deliveries.detail': async (fixtures) => ({ type: 'parcelDukani', ...(await idOf(fixtures.dukani())) }),
  'deliveries.track': async (fixtures) => ({ trackingId: (await fixtures.doorstep()).trackingId }),
  'deliveries.receipt': async (fixtures) => ({ trackingId: (await fixtures.doorstep()).trackingId }),

  'savedPeople.list': () => ({ search: 'mwende' }),
  'savedPeople.forget': () => ({ id: 'nobody-known' }),
  'savedPeople.forgetAll': nothing,

  'requests.doorstep': () => doorstepForm,
  'requests.dukani': async (_stage, person) => ({ ...dukaniForm, paymentReferenceId: await paid(person, dukaniFee) }),
  'payment.verify': () => ({ paymentReferenceId: 'PAY-123456', senderName: 'Zawadi Mwende', mpesaMessage: 'hello' }),
  'payment.unused': nothing,
  'payment.openLink': () => ({ key: '0'.repeat(26) }),
  'payment.claimReceipt': (_stage, person) => paidWith(person, dukaniFee),
  'payment.askPrompt': () => ({
    paymentReferenceId: 'PAY-123456',
    senderName: 'Zawadi Mwende',
    phone: anyPhone(),
    amount: 350,
  }),
  // A person whose session has ended is refused before the prompt is made, so no prompt is theirs.
  'payment.prompt': async (_stage, person) => ({ id: await prompted(person).catch(() => 'of-nobody') }),

  'agent.sending': () => ({ limit: 5 }),
  'agent.receiving': () => ({ limit: 5 }),
  'agent.counts': nothing,
  'agent.drop': (fixtures) => idOf(fixtures.dukani('dropping')),
  'agent.putInTransit': (fixtures) => idOf(fixtures.dukani('uncollected')),
  'agent.markDelivered': (fixtures) => idOf(fixtures.dukani('inTransit')),
  'agent.askForDue': async (fixtures) => ({ ...(await idOf(fixtures.toBePaid())), phone: anyPhone() }),
  'agent.lastAskedForDue': (fixtures) => idOf(fixtures.toBePaid()),
  'agent.askedForDue': async (fixtures) => {
    const { _id: id } = await fixtures.toBePaid()
    const { body } = await fixtures.cbd.post(`/api/agent/deliveries/${id}/prompt`, { phone: anyPhone() })
    return { id, promptId: body.promptId }
  },
  'collecting.collect': async (fixtures) => {
    const parcel = await fixtures.dukani('delivered')
    return { id: parcel._id, code: await fixtures.getCode(parcel) }
  },
  'collecting.newCode': (fixtures) => idOf(fixtures.dukani('delivered')),
  'collecting.newCodeOfTracked': async (fixtures) => ({ trackingId: (await fixtures.dukani('delivered')).trackingId }),
  'agent.markCollected': (fixtures) => idOf(fixtures.dukani('delivered')),
  'agent.assignRider': async (fixtures) => ({ ...(await idOf(fixtures.doorstep())), riderId: await fixtures.rider() }),
  'agent.assignPicker': async (fixtures) => ({
    ...(await idOf(fixtures.dukani('delivered'))),
    pickerName: 'Juma Odinga',
    pickerPhone: '0722555666',
    pickerNationalId: '12345678',
  }),
  'agent.customers': () => ({ limit: 5 }),
  'agent.paidParcels': () => ({ limit: 5 }),
  'agent.riders': nothing,

  'trouble.hold': async (fixtures) => ({
    ...(await idOf(fixtures.dukani('uncollected'))),
    code: 'damaged',
    note: 'The box is open.',
    toSender: 'We packed it again.',
  }),
  'trouble.lift': async (fixtures) => {
    const { _id: id } = await fixtures.dukani('uncollected')
    await fixtures.admin.put(`/api/agent/hold/${id}`, { code: 'damaged' })
    return { id, code: 'damaged' }
  },
  'trouble.decide': async (fixtures) => ({ ...(await idOf(fixtures.dukani('delivered'))), decision: 'back' }),
  'trouble.sendBack': (fixtures) => idOf(fixtures.dukani('delivered')),
  'trouble.reportLost': async (fixtures) => ({ ...(await idOf(fixtures.dukani('uncollected'))), lost: true }),
  'trouble.changePhone': async (fixtures) => ({ ...(await idOf(fixtures.dukani('delivered'))), phone: anyPhone() }),
  'trouble.correctPhone': async (fixtures) => ({
    ...(await idOf(fixtures.dukani('delivered'))),
    phone: anyPhone(),
    reason: 'The sender called: a digit was wrong.',
  }),
  'trouble.raiseCodes': nothing,
  'trouble.addPhoto': async (fixtures) => (await idOf(fixtures.dukani('uncollected'))) as never,
  'trouble.photo': async (fixtures) => ({ ...(await idOf(fixtures.dukani('uncollected'))), photoId: 'none' }),
  'trouble.problems': nothing,

  'counter.tabCounts': nothing,
  'counter.waiting': () => ({ limit: 5 }),
  'counter.toDo': () => ({ limit: 5 }),
  'counter.find': () => ({ limit: 5, search: 'wanjiku' }),
  'counter.steps': async (fixtures) => ({ step: 'drop', parcels: [await idOf(fixtures.dukani('dropping'))] }),
  'counter.closedToday': () => ({ closed: false }),
  'counter.setPosition': () => ({ lat: -1.28415, lng: 36.8252 }),
  'counter.labels': async (fixtures) => ({ ids: [(await fixtures.dukani())._id], size: 'a4' }),
  'counter.label': async (fixtures) => ({ trackingId: (await fixtures.dukani()).trackingId, size: '80' }),

  'counterParcels.known': () => ({ phone: '0711 333 444' }),
  'counterParcels.takeIn': () => counterForm,
  'counterParcels.void': async (fixtures) => ({ ...(await idOf(fixtures.takenIn())), reason: 'Wrong town' }),
  'counterParcels.today': nothing,
  'scanning.scanIn': async (fixtures) => ({ codes: [{ code: (await fixtures.dukani('dropping')).trackingId }] }),
  'bookings.list': nothing,
  'bookings.get': (fixtures) => idOf(fixtures.booking()),
  'bookings.change': async (fixtures) => ({ ...(await idOf(fixtures.booking())), cancel: true }),

  'locations.prices': nothing,
  'locations.shops': nothing,
  'locations.contact': nothing,

  'people.agents': nothing,
  'people.assignShop': async (fixtures) => ({
    ...(await idOf(fixtures.expendable('agent'))),
    location: 'thika',
    address: 'ananas mall desk',
  }),
  'people.deleteAgent': (fixtures) => idOf(fixtures.expendable('agent')),
  'people.users': () => ({ limit: 5, sort: 'name' }),
  'people.csv': () => ({ role: 'agent' }),
  'people.changeRole': async (fixtures) => ({ ...(await idOf(fixtures.expendable())), role: 'agent' }),
  'people.verifyUser': (fixtures) => idOf(fixtures.expendable()),
  'people.removeSecondFactor': (fixtures) => idOf(fixtures.expendable()),
  'erasures.preview': () => ({ phone: anyPhone() }),
  'erasures.erase': () => typedTwice(anyPhone()),
  'erasures.ask': () => typedTwice(anyPhone()),
  'erasures.due': nothing,
  'erasures.cancel': async (fixtures) => {
    const phone = anyPhone()
    const sender = { ...doorstepForm.sender, phone }
    await fixtures.product.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, sender })
    const { body } = await fixtures.admin.post('/api/admin/erasures', typedTwice(phone))
    return { id: body._id }
  },
  'people.endSessions': (fixtures) => idOf(fixtures.expendable()),
  'people.deleteUser': (fixtures) => idOf(fixtures.expendable()),

  'approvals.list': () => ({ limit: 5, waiting: true }),
  'approvals.counts': nothing,
  'approvals.own': (fixtures) => idOf(requested(fixtures)),
  'approvals.ask': async (fixtures) => ({ kind: 'make_admin', subject: (await fixtures.expendable())._id }),
  'approvals.approve': (fixtures) => idOf(requested(fixtures)),
  'approvals.decline': (fixtures) => idOf(requested(fixtures)),

  'adminPayments.list': () => ({ limit: 5, tab: 'all' }),
  'adminPayments.counts': nothing,
  'adminPayments.ways': nothing,
  'adminPayments.unreadMessages': nothing,
  'adminPayments.paidFrom': async (fixtures) => ({ id: await fixtures.payment() }),
  'adminPayments.register': nothing,
  'adminPayments.history': async (fixtures) => ({ id: await fixtures.payment() }),
  'adminPayments.release': async (fixtures) => ({ id: await fixtures.payment(), reason: 'paid from another phone' }),
  'adminPayments.rebind': async (fixtures) => ({
    id: await fixtures.payment(),
    username: 'wanjiku',
    paymentReference: 'PAY-654321',
    reason: 'called us',
  }),
  'adminPayments.refund': async (fixtures) => ({
    ...{
      id: await fixtures.payment(),
      amount: '0.50',
      receipt: sentReceipt(),
      reason: 'paid twice',
    },
  }),
  'adminPayments.askRefund': async (fixtures) => ({ id: await fixtures.payment(), amount: '0.50' }),
  'adminPayments.letPass': async (fixtures) => ({ id: await fixtures.payment(), reason: 'seen in the portal' }),

  // These inputs are not files: statements.test.ts.
  'statements.upload': () => ({}) as never,
  'statements.list': () => ({ limit: 5 }),
  'statements.preview': () => ({ id: 'read-by-nobody' }),
  'statements.commit': () => ({ id: 'read-by-nobody', isOurs: true }),
  'statements.kinds': nothing,
  'statements.treatKind': () => ({ name: 'New Deposit', direction: 'in', as: 'settled' }),
  'statements.undoKind': () => ({ id: 'said-by-nobody' }),
  'statements.differences': () => ({ limit: 5, tab: 'missing' }),
  'statements.differenceCounts': nothing,
  'statements.explain': async (fixtures) => ({ id: await fixtures.payment(), reason: 'seen in the portal' }),
  'books.accounts': nothing,
  'books.entries': () => ({ limit: 5, account: 'till' }),
  'books.csv': () => ({ account: 'drawers' }),
  'books.counts': nothing,
  'books.day': () => ({ day: '2026-11-23' }),
  'books.drawers': () => ({ limit: 5 }),
  'books.drawer': () => ({ id: 'nobody' }),
  'books.takeIn': () => ({ id: 'nobody', amount: 100, rest: 'stays', inDrawer: 100_00, reason: 'they are ill' }),
  'books.askTakeIn': () => ({ id: 'nobody', amount: 0, rest: 'missing', inDrawer: 100_00, reason: 'they are gone' }),
  'books.setPayeeNumber': () => ({ id: 'nobody', phone: '0711333444' }),
  'books.askPayeeNumber': () => ({ id: 'nobody', phone: '0711333444' }),
  'books.handOvers': () => ({ limit: 5, waiting: true }),
  'books.receive': () => ({ agentId: 'nobody', id: 'no-hand-over', amount: 100 }),
  'books.unexplained': () => ({ limit: 5 }),
  'books.explain': () => ({ id: 'no-parcel', as: 'shortage', reason: 'nobody knows' }),
  'books.giveBack': () => ({ id: 'no-parcel', as: 'never_taken', reason: 'nobody paid' }),
  'books.ready': () => ({ limit: 5 }),
  'books.payee': () => ({ owedTo: 'account:nobody' }),
  'books.payOut': () => ({ owedTo: 'account:nobody', cents: 100_00, reference: sentReceipt() }),
  'books.askPayOut': () => ({ owedTo: 'account:nobody', cents: 100_00 }),
  'books.paidOut': () => ({ limit: 5, search: 'UKN4' }),
  'books.paidOutCsv': () => ({}),
  'books.approvePaidOut': () => ({ id: 'nothing' }),
  'cash.drawer': nothing,
  'cash.handOvers': () => ({ limit: 5 }),
  'cash.handOver': () => ({ amount: 100 }),
  'cash.offers': nothing,
  'cash.offer': () => ({ to: 'no-such-agent', amount: 100 }),
  'cash.passOn': () => ({ id: 'nothing', counted: 100 }),
  'cash.endOffer': () => ({ id: 'nothing' }),
  'cash.payIns': nothing,
  'cash.payIn': () => ({ amount: 250_000 }),
  'money.held': nothing,
  'money.months': nothing,
  'money.setPayTo': () => ({ phone: '0711333444', password: 'tuma-demo' }),
  'money.parcels': () => ({ limit: 5 }),
  'money.payouts': () => ({ limit: 5 }),
  'money.statementCsv': () => ({ from: '2026-11-01', to: '2026-11-30' }),
  'money.statementPdf': () => ({ from: '2026-11-01', to: '2026-11-30' }),

  'adminDeliveries.list': () => ({ limit: 5, type: 'doorstep' }),
  'adminDeliveries.counts': nothing,
  'adminDeliveries.csv': () => ({ type: 'doorstep' }),
  'adminDeliveries.history': (fixtures) => idOf(fixtures.dukani('uncollected')),
  'adminDeliveries.setStatus': async (fixtures) => {
    const { _id: id, trackingId } = await fixtures.dukani()
    return { id, trackingId, status: 'sorting' }
  },
  'adminDeliveries.remove': (fixtures) => idOf(fixtures.dukani()),
  'adminDeliveries.deleted': async (fixtures) => {
    const { _id, trackingId } = await fixtures.dukani()
    await fixtures.admin.delete(`/api/admin/deliveries/${_id}`)
    return { trackingId }
  },

  'parcelMessages.list': (fixtures) => idOf(fixtures.dukani()),
  'parcelMessages.sendAgain': async (fixtures) => {
    const { _id: id } = await fixtures.dukani('uncollected')
    return { id, messageId: await toTold(fixtures, id) }
  },

  'network.addLocation': () => ({ locationName: `PLACE ${randomUUID()}`, pickupPoints: ['One kiosk'], price: 200 }),
  'network.setDukaniPrice': async (fixtures) => ({ id: (await fixtures.shop()).locationId, price: 210 }),
  'network.retireShop': async (fixtures) => {
    const { locationId: id, pickupPoint: shop } = await fixtures.shop()
    return { id, shop }
  },
  'network.describeShop': async (fixtures) => {
    const { locationId: id, pickupPoint: shop } = await fixtures.shop()
    return {
      id,
      shop,
      landmark: 'Opposite Equity Bank',
      hours: null,
      closedDays: ['2026-12-25'],
      closedToday: true,
      phone: '0700 100 101',
    }
  },
  'network.setPosition': async (fixtures) => {
    const { locationId: id, pickupPoint: shop } = await fixtures.shop()
    return { id, shop, lat: -1.03796, lng: 37.07312 }
  },
  'network.addRider': () => ({ name: 'Kiprono Bett', phone: '0711777666' }),
  'network.correctRider': async (fixtures) => ({
    id: await fixtures.rider(),
    name: 'Kiprono Bett',
    phone: '0711777667',
  }),
  'network.removeRider': async (fixtures) => ({ id: await fixtures.rider() }),
  'network.prices': nothing,
  'network.placeCodes': nothing,
  'network.setPlaceCode': () => ({ place: 'THIKA', code: 'TKA' }),
  'network.setPrice': () => ({ place: 'ATHI RIVER', deliveryType: 'express', price: 640 }),
  'network.removePrice': ({ admin }) =>
    idOf(
      admin
        .post('/api/admin/prices', { place: `PLACE ${randomUUID()}`, deliveryType: 'express', price: 1 })
        .then(({ body }) => body),
    ),

  'revenue.overview': nothing,
  'revenue.trends': () => ({ period: '30days' }),
  'revenue.byShop': () => ({ from: '2026-11-01', to: '2026-11-30' }),

  'marketing.contacts': () => ({ limit: 5 }),
  'marketing.smsBudget': nothing,
  'marketing.sendBulkSms': () => ({ phoneNumbers: ['0711 333 444'], message: 'Half price on Friday' }),
  'marketing.previewCampaign': () => ({ search: 'zawadi', quietDays: 7, message: 'Half price' }),
  'marketing.sendCampaign': () => ({ search: 'nobody of this name', people: 1, message: 'Half price' }),
  'marketing.campaigns': () => ({ limit: 5 }),
  'marketing.optOuts': () => ({ limit: 5 }),
  'marketing.optOut': () => ({ phone: '0711333000' }),

  'support.send': () => ({ name: 'Zawadi Mwende', email: 'zawadi@tuma.test', message: 'Where is my parcel?' }),
  'operations.attention': nothing,
  'operations.startWarnings': nothing,
  'operations.readModels': nothing,
  'operations.parked': nothing,
  'operations.unsent': () => ({ limit: 5 }),
  'operations.repeated': () => ({ limit: 5 }),
  'operations.sendUnsent': () => ({ messageId: 'nothing-there' }),
  'operations.dismissUnsent': () => ({ messageId: 'nothing-there' }),
  'operations.budgets': nothing,
  'operations.stopStrangers': () => ({ stop: false }),
  'operations.replay': () => ({ topic: 'delivery', group: 'identity', key: 'nothing-there' }),
  'audit.csv': () => ({ kind: 'sign-in' }),
  'audit.events': () => ({ limit: 5, kind: 'sign-in' }),
  'live.changes': async (fixtures) => ({ trackingId: (await fixtures.doorstep()).trackingId }),
}
