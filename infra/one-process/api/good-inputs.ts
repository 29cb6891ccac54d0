import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RefusalCode } from '@tuma/contracts/vocabulary'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import type { CallName, InputOf } from './calls.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid, paidWith, prompted } from './parcels.ts'
import { sentReceipt } from './sent-receipt.ts'
import type { Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

type Making<Name extends CallName> = (stage: Stage, person: Visitor) => InputOf<Name> | Promise<InputOf<Name>>
const anyPhone = () => `07${randomInt(10_000_000, 99_999_999)}`
const typedTwice = (phone: string) => ({ phone, again: phone })
const nothing = () => undefined as never
const idOf = async (making: Promise<{ _id: string }>) => ({ id: (await making)._id })

/** @returns the id of another session of the same account, or null for a person who is not signed in */
export const anotherSession = async ({ product }: Stage, person: Visitor): Promise<string | null> => {
  const { status, body: me } = await person.get('/api/users/me')
  if (status !== 200) return null
  await product.stranger().post('/api/users/login', { email: me.email, password: demonstrationPassword })
  const { body } = await person.get('/api/users/sessions')
  return body.find(({ current }: { current: boolean }) => !current)?._id ?? null
}

/** Requested by the demonstration's admin, who has no other admin to ask. */
const requested = async (stage: Stage): Promise<{ _id: string }> => {
  const request = { kind: 'make_admin', subject: (await stage.expendable())._id }
  return (await stage.admin.post('/api/admin/approvals', request)).body
}

/** @returns the id of the message to the sender of this parcel, as soon as it is sent */
const toTold = async ({ admin }: Stage, id: string): Promise<string> => {
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
    const { body } = await admin.get(`/api/admin/deliveries/${id}/messages`)
    const sent = body.rows.find((row: { canSendAgain: boolean; to: string }) => row.canSendAgain && row.to === 'sender')
    if (sent) return sent._id
  }
  throw new Error(`nobody was told of the parcel ${id}`)
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
 * approvals.test.ts.
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
  'sessions.end': async (stage, person) => ({ id: (await anotherSession(stage, person)) ?? 'none' }),
  'sessions.endOthers': nothing,
  'ownData.download': nothing,

  'deliveries.countAll': () => ({ username: 'wanjiku' }),
  'deliveries.countByStatus': () => ({ username: 'wanjiku', status: 'delivered' }),
  'deliveries.ownDoorstep': () => ({ username: 'wanjiku', limit: 5 }),
  'deliveries.ownDukani': () => ({ username: 'wanjiku', limit: 5 }),
  'deliveries.detail': async (stage) => ({ type: 'parcelDukani', ...(await idOf(stage.dukani())) }),
  'deliveries.track': async (stage) => ({ trackingId: (await stage.doorstep()).trackingId }),
  'deliveries.receipt': async (stage) => ({ trackingId: (await stage.doorstep()).trackingId }),

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
  'agent.drop': (stage) => idOf(stage.dukani('dropping')),
  'agent.putInTransit': (stage) => idOf(stage.dukani('uncollected')),
  'agent.markDelivered': (stage) => idOf(stage.dukani('inTransit')),
  'agent.askForDue': async (stage) => ({ ...(await idOf(stage.toBePaid())), phone: anyPhone() }),
  'agent.lastAskedForDue': (stage) => idOf(stage.toBePaid()),
  'agent.askedForDue': async (stage) => {
    const { _id: id } = await stage.toBePaid()
    const { body } = await stage.cbd.post(`/api/agent/deliveries/${id}/prompt`, { phone: anyPhone() })
    return { id, promptId: body.promptId }
  },
  'collecting.collect': async (stage) => {
    const parcel = await stage.dukani('delivered')
    return { id: parcel._id, code: await stage.getCode(parcel) }
  },
  'collecting.newCode': (stage) => idOf(stage.dukani('delivered')),
  'collecting.newCodeOfTracked': async (stage) => ({ trackingId: (await stage.dukani('delivered')).trackingId }),
  'agent.markCollected': (stage) => idOf(stage.dukani('delivered')),
  'agent.assignRider': async (stage) => ({ ...(await idOf(stage.doorstep())), riderId: await stage.rider() }),
  'agent.assignPicker': async (stage) => ({
    ...(await idOf(stage.dukani('delivered'))),
    pickerName: 'Juma Odinga',
    pickerPhone: '0722555666',
    pickerNationalId: '12345678',
  }),
  'agent.customers': () => ({ limit: 5 }),
  'agent.paidParcels': () => ({ limit: 5 }),
  'agent.riders': nothing,

  'trouble.hold': async (stage) => ({
    ...(await idOf(stage.dukani('uncollected'))),
    code: 'damaged',
    note: 'The box is open.',
    toSender: 'We packed it again.',
  }),
  'trouble.lift': async (stage) => {
    const { _id: id } = await stage.dukani('uncollected')
    await stage.admin.put(`/api/agent/hold/${id}`, { code: 'damaged' })
    return { id, code: 'damaged' }
  },
  'trouble.decide': async (stage) => ({ ...(await idOf(stage.dukani('delivered'))), decision: 'back' }),
  'trouble.sendBack': (stage) => idOf(stage.dukani('delivered')),
  'trouble.reportLost': async (stage) => ({ ...(await idOf(stage.dukani('uncollected'))), lost: true }),
  'trouble.changePhone': async (stage) => ({ ...(await idOf(stage.dukani('delivered'))), phone: anyPhone() }),
  'trouble.correctPhone': async (stage) => ({
    ...(await idOf(stage.dukani('delivered'))),
    phone: anyPhone(),
    reason: 'The sender called: a digit was wrong.',
  }),
  'trouble.raiseCodes': nothing,
  'trouble.addPhoto': async (stage) => (await idOf(stage.dukani('uncollected'))) as never,
  'trouble.photo': async (stage) => ({ ...(await idOf(stage.dukani('uncollected'))), photoId: 'none' }),
  'trouble.problems': nothing,

  'counter.tabCounts': nothing,
  'counter.waiting': () => ({ limit: 5 }),
  'counter.toDo': () => ({ limit: 5 }),
  'counter.find': () => ({ limit: 5, search: 'wanjiku' }),
  'counter.steps': async (stage) => ({ step: 'drop', parcels: [await idOf(stage.dukani('dropping'))] }),
  'counter.closedToday': () => ({ closed: false }),
  'counter.labels': async (stage) => ({ ids: [(await stage.dukani())._id], size: 'a4' }),
  'counter.label': async (stage) => ({ trackingId: (await stage.dukani()).trackingId, size: '80' }),

  'locations.prices': nothing,
  'locations.shops': nothing,
  'locations.contact': nothing,

  'people.agents': nothing,
  'people.assignShop': async (stage) => ({
    ...(await idOf(stage.expendable('agent'))),
    location: 'thika',
    address: 'ananas mall desk',
  }),
  'people.deleteAgent': (stage) => idOf(stage.expendable('agent')),
  'people.users': () => ({ limit: 5, sort: 'name' }),
  'people.csv': () => ({ role: 'agent' }),
  'people.changeRole': async (stage) => ({ ...(await idOf(stage.expendable())), role: 'agent' }),
  'people.verifyUser': (stage) => idOf(stage.expendable()),
  'people.removeSecondFactor': (stage) => idOf(stage.expendable()),
  'erasures.preview': () => ({ phone: anyPhone() }),
  'erasures.erase': () => typedTwice(anyPhone()),
  'erasures.ask': () => typedTwice(anyPhone()),
  'erasures.due': nothing,
  'erasures.cancel': async (stage) => {
    const phone = anyPhone()
    const sender = { ...doorstepForm.sender, phone }
    await stage.product.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, sender })
    const { body } = await stage.admin.post('/api/admin/erasures', typedTwice(phone))
    return { id: body._id }
  },
  'people.endSessions': (stage) => idOf(stage.expendable()),
  'people.deleteUser': (stage) => idOf(stage.expendable()),

  'approvals.list': () => ({ limit: 5, waiting: true }),
  'approvals.counts': nothing,
  'approvals.own': (stage) => idOf(requested(stage)),
  'approvals.ask': async (stage) => ({ kind: 'make_admin', subject: (await stage.expendable())._id }),
  'approvals.approve': (stage) => idOf(requested(stage)),
  'approvals.decline': (stage) => idOf(requested(stage)),

  'adminPayments.list': () => ({ limit: 5, tab: 'all' }),
  'adminPayments.counts': nothing,
  'adminPayments.ways': nothing,
  'adminPayments.unreadMessages': nothing,
  'adminPayments.paidFrom': async (stage) => ({ id: await stage.payment() }),
  'adminPayments.register': nothing,
  'adminPayments.history': async (stage) => ({ id: await stage.payment() }),
  'adminPayments.release': async (stage) => ({ id: await stage.payment(), reason: 'paid from another phone' }),
  'adminPayments.rebind': async (stage) => ({
    id: await stage.payment(),
    username: 'wanjiku',
    paymentReference: 'PAY-654321',
    reason: 'called us',
  }),
  'adminPayments.refund': async (stage) => ({
    ...{
      id: await stage.payment(),
      amount: '0.50',
      receipt: sentReceipt(),
      reason: 'paid twice',
    },
  }),
  'adminPayments.askRefund': async (stage) => ({ id: await stage.payment(), amount: '0.50' }),
  'adminPayments.letPass': async (stage) => ({ id: await stage.payment(), reason: 'seen in the portal' }),

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
  'statements.explain': async (stage) => ({ id: await stage.payment(), reason: 'seen in the portal' }),
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
  'money.held': nothing,
  'money.setPayTo': () => ({ phone: '0711333444', password: 'tuma-demo' }),
  'money.parcels': () => ({ limit: 5 }),
  'money.payouts': () => ({ limit: 5 }),
  'money.csv': nothing,

  'adminDeliveries.list': () => ({ limit: 5, type: 'doorstep' }),
  'adminDeliveries.counts': nothing,
  'adminDeliveries.csv': () => ({ type: 'doorstep' }),
  'adminDeliveries.history': (stage) => idOf(stage.dukani('uncollected')),
  'adminDeliveries.setStatus': async (stage) => {
    const { _id: id, trackingId } = await stage.dukani()
    return { id, trackingId, status: 'sorting' }
  },
  'adminDeliveries.remove': (stage) => idOf(stage.dukani()),
  'adminDeliveries.deleted': async (stage) => {
    const { _id, trackingId } = await stage.dukani()
    await stage.admin.delete(`/api/admin/deliveries/${_id}`)
    return { trackingId }
  },

  'parcelMessages.list': (stage) => idOf(stage.dukani()),
  'parcelMessages.sendAgain': async (stage) => {
    const { _id: id } = await stage.dukani('uncollected')
    return { id, messageId: await toTold(stage, id) }
  },

  'network.addLocation': () => ({ locationName: `PLACE ${randomUUID()}`, pickupPoints: ['One kiosk'], price: 200 }),
  'network.setDukaniPrice': async (stage) => ({ id: (await stage.shop()).locationId, price: 210 }),
  'network.retireShop': async (stage) => {
    const { locationId: id, pickupPoint: shop } = await stage.shop()
    return { id, shop }
  },
  'network.describeShop': async (stage) => {
    const { locationId: id, pickupPoint: shop } = await stage.shop()
    return { id, shop, landmark: 'Opposite Equity Bank', hours: null, closedDays: ['2026-12-25'], closedToday: true }
  },
  'network.addRider': () => ({ name: 'Kiprono Bett', phone: '0711777666' }),
  'network.correctRider': async (stage) => ({ id: await stage.rider(), name: 'Kiprono Bett', phone: '0711777667' }),
  'network.removeRider': async (stage) => ({ id: await stage.rider() }),
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
  'live.changes': async (stage) => ({ trackingId: (await stage.doorstep()).trackingId }),
}
