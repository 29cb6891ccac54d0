import { contract, type User } from '@tuma/contracts/api'
import { describe, expect, test } from 'vitest'
import { moneyCalls, refusingOwnMoney } from './own-money.ts'

/** Calls for admins only that move no money, or whose own rules check who gains by them (approvals). */
const movesNoMoney = [
  ...['trouble.sendBack', 'trouble.reportLost', 'trouble.correctPhone', 'trouble.raiseCodes'],
  ...['people.assignShop', 'people.deleteAgent', 'people.changeRole', 'people.verifyUser'],
  ...['people.removeSecondFactor', 'people.endSessions', 'people.deleteUser'],
  ...['erasures.preview', 'erasures.erase', 'erasures.ask', 'erasures.cancel'],
  ...['approvals.ask', 'approvals.approve', 'approvals.decline'],
  ...['adminDeliveries.remove', 'parcelMessages.sendAgain'],
  ...['adminPayments.register', 'statements.upload', 'statements.commit'],
  // The kind of rows names no owner of money.
  ...['statements.treatKind', 'statements.undoKind'],
  ...['network.addLocation', 'network.setDukaniPrice', 'network.describeShop', 'network.retireShop'],
  ...['network.setPosition', 'counter.setPosition'],
  ...['network.setPlaceCode', 'stickers.makeRoll'],
  ...['network.addRider', 'network.correctRider', 'network.removeRider', 'network.setPrice', 'network.removePrice'],
  ...['marketing.sendBulkSms', 'marketing.previewCampaign', 'marketing.sendCampaign', 'marketing.optOut'],
  ...['operations.sendUnsent', 'operations.dismissUnsent', 'operations.replay', 'operations.stopStrangers'],
]

/** Calls that agents make too: only an admin is checked. */
const ofAgentsToo = ['trouble.lift']

const calls = Object.entries(contract).flatMap(([resource, ofResource]) =>
  Object.entries(ofResource).map(([name, call]) => ({ name: `${resource}.${name}`, meta: call['~orpc'].meta })),
)

test('every call for admins only says whether it moves money', () => {
  const acts = calls.filter(({ meta }) => 'audited' in meta && meta.audited === 'admin-act').map(({ name }) => name)
  expect([...Object.keys(moneyCalls), ...movesNoMoney].sort()).toEqual([...acts, ...ofAgentsToo].sort())
})

const admin = { _id: 'me', username: 'achieng', phone: '254712000001', role: 'admin' } as User
const notFound = async () => null
const another = { phone: '254799999999' }
const parcels: Record<string, object> = {
  'own-parcel': { ownerId: 'me', sender: another, receiver: another, paymentId: null },
  'own-phone': { ownerId: null, sender: { phone: '0712000001' }, receiver: another, paymentId: null },
  'mine-to-get': { ownerId: 'another', sender: another, receiver: { phone: '254712000001' }, paymentId: null },
  'paid-by-me': { ownerId: 'another', sender: another, receiver: another, paymentId: 'own-payment' },
  'taken-by-me': { ownerId: 'another', sender: another, receiver: another, paymentId: 'another-payment' },
  'overridden-by-me': { ownerId: 'another', sender: another, receiver: another, paymentId: 'another-payment' },
  'another-parcel': { ownerId: 'another', sender: another, receiver: another, paymentId: 'another-payment' },
}
const ownParcels = ['own-parcel', 'own-phone', 'mine-to-get', 'paid-by-me'].map((id) => ({ id }))
/** Other services, which know the admin’s own account, debts, payment, parcel and money that left. */
const services = {
  identity: {
    account: async ({ accountId }: { accountId: string }) => ({
      phone: accountId === 'twin' ? admin.phone : '254799999999',
    }),
  },
  revenue: {
    payTo: async ({ accountId }: { accountId: string }) => ({
      phone: accountId === 'paid to me' ? admin.phone : '254799999999',
    }),
  },
  delivery: {
    owedTo: async ({ phone }: { phone: string }) => ({ owedTo: `phone:${phone}` }),
    get: async ({ deliveryId }: { deliveryId: string }) => parcels[deliveryId] ?? null,
    history: async ({ deliveryId }: { deliveryId: string }) => [
      {
        type: 'DueTaken',
        by: { kind: 'user', id: deliveryId === 'another-parcel' ? 'otieno' : 'me' },
        details: { how: deliveryId === 'overridden-by-me' ? 'unexplained' : 'cash' },
      },
    ],
  },
  payment: {
    isOwnPayment: async ({ paymentId }: { paymentId: string }) => ({ own: paymentId === 'own-payment' }),
    held: async () => ({ rows: [{ paymentId: 'own-payment', receipt: 'UKQ1ABCDE9' }] }),
    refundPayee: async ({ paymentId }: { paymentId: string }) => ({
      usedBy: paymentId === 'payment-of-what-i-get' ? 'mine-to-get' : 'another-parcel',
    }),
    outgoingOne: async ({ outgoingId }: { outgoingId: string }) =>
      outgoingId === 'own-outgoing' ? { about: 'phone:other', phone: '254712000001' } : notFound(),
  },
} as unknown as Parameters<typeof refusingOwnMoney>[0]
const refuse = (call: string, input: object) => refusingOwnMoney(services)(call, admin, () => input)

const ofPayment = [{ id: 'own-payment' }, { id: 'another-payment' }] as const
const ofTheirs = { own: [ofPayment[0], { id: 'payment-of-what-i-get' }], others: [ofPayment[1]] }
/** By call: inputs about the admin’s own money, and about another person’s. */
const table: Record<string, { readonly own: readonly object[]; readonly others: readonly object[] }> = {
  'books.payOut': {
    own: ['account:me', 'account:twin', 'account:paid to me', 'phone:254712000001'].map((owedTo) => ({ owedTo })),
    others: [{ owedTo: 'account:another' }, { owedTo: 'phone:254799999999' }],
  },
  'books.askPayOut': { own: [{ owedTo: 'account:me' }], others: [{ owedTo: 'account:another' }] },
  'books.receive': { own: [{ agentId: 'me', id: 'h1' }], others: [{ agentId: 'otieno', id: 'me' }] },
  'books.takeIn': { own: [{ id: 'me' }], others: [{ id: 'otieno' }] },
  'books.askTakeIn': { own: [{ id: 'me' }], others: [{ id: 'otieno' }] },
  'books.setPayeeNumber': {
    own: [
      { id: 'me', phone: '0799999999' },
      { id: 'another', phone: '0712 000 001' },
    ],
    others: [{ id: 'another', phone: '0799999999' }],
  },
  'books.askPayeeNumber': {
    own: [{ id: 'another', phone: '+254712000001' }],
    others: [{ id: 'another', phone: '0799999999' }],
  },
  'books.explain': {
    own: [
      ...[...ownParcels, { id: 'taken-by-me', as: 'shortage' }, { id: 'another-parcel', username: 'Achieng' }],
      { id: 'another-parcel', receipt: 'UKQ1ABCDE9' },
    ],
    others: [
      { id: 'another-parcel', username: 'otieno', receipt: 'UKQ1ABCDE8' },
      { id: 'overridden-by-me', username: 'otieno' },
    ],
  },
  'books.giveBack': { own: [...ownParcels, { id: 'taken-by-me' }], others: [{ id: 'another-parcel' }] },
  'books.approvePaidOut': { own: [{ id: 'own-outgoing' }], others: [{ id: 'another-outgoing' }] },
  'adminPayments.release': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'adminPayments.rebind': {
    own: [ofPayment[0], { id: 'another-payment', username: 'ACHIENG' }],
    others: [{ id: 'another-payment', username: 'otieno' }],
  },
  'adminPayments.refund': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'adminPayments.askRefund': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'adminPayments.letPass': ofTheirs,
  'statements.explain': ofTheirs,
  'adminDeliveries.setStatus': { own: ownParcels, others: [{ id: 'taken-by-me' }, { id: 'another-parcel' }] },
  'trouble.lift': { own: ownParcels, others: [{ id: 'another-parcel' }] },
}

describe.each(Object.keys(moneyCalls))('%s', (call) => {
  test('is refused for an admin’s own money, and for no other', async () => {
    const { own = [], others = [] } = table[call] ?? {}
    expect([own.length, others.length]).not.toContain(0)
    for (const input of own) await expect(refuse(call, input)).rejects.toMatchObject({ code: 'own_money' })
    for (const input of others) await expect(refuse(call, input)).resolves.toBeUndefined()
  })
})

test('an agent’s own steps are not checked', async () => {
  const agent = { ...admin, role: 'agent' } as User
  await refusingOwnMoney(services)('trouble.lift', agent, () => ({ id: 'own-parcel' }))
})
