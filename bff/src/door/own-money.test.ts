import { contract, type User } from '@tuma/contracts/api'
import { describe, expect, test } from 'vitest'
import { moneyCalls, refusingOwnMoney } from './own-money.ts'

/** Calls of admins alone that move nobody's money, or whose own rules know who gains by them (approvals). */
const movesNoMoney = [
  ...['trouble.sendBack', 'trouble.reportLost', 'trouble.correctPhone', 'trouble.raiseCodes'],
  ...['people.assignShop', 'people.deleteAgent', 'people.changeRole', 'people.verifyUser'],
  ...['people.removeSecondFactor', 'people.endSessions', 'people.deleteUser', 'erasures.erase'],
  ...['approvals.ask', 'approvals.approve', 'approvals.decline'],
  // A status is no money: what is due of such a parcel stands among cash to explain, which is checked.
  ...['adminDeliveries.setStatus', 'adminDeliveries.remove'],
  ...['adminPayments.register', 'statements.upload', 'statements.commit'],
  // What a kind of rows is: nobody's money by name.
  ...['statements.treatKind', 'statements.undoKind'],
  ...['network.addLocation', 'network.setDukaniPrice', 'network.describeShop', 'network.retireShop'],
  ...['network.addRider', 'network.correctRider', 'network.removeRider', 'network.setPrice', 'network.removePrice'],
  ...['marketing.sendBulkSms', 'marketing.previewCampaign', 'marketing.sendCampaign', 'marketing.optOut'],
  ...['operations.sendUnsent', 'operations.dismissUnsent', 'operations.replay'],
]

const calls = Object.entries(contract).flatMap(([resource, ofResource]) =>
  Object.entries(ofResource).map(([name, call]) => ({ name: `${resource}.${name}`, meta: call['~orpc'].meta })),
)

test('of every call that only an admin makes it is said whether it moves money', () => {
  const acts = calls.filter(({ meta }) => 'audited' in meta && meta.audited === 'admin-act').map(({ name }) => name)
  expect([...Object.keys(moneyCalls), ...movesNoMoney].sort()).toEqual(acts.sort())
})

const admin = { _id: 'me', username: 'achieng', phone: '254712000001', role: 'admin' } as User
const notFound = async () => null
/** Other services, as they know the admin’s own: account, debts, payment, parcel and money that left. */
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
    get: async ({ deliveryId }: { deliveryId: string }) =>
      ({
        'own-parcel': { ownerId: 'me', sender: { phone: '254799999999' } },
        'own-phone': { ownerId: null, sender: { phone: '0712000001' } },
        'another-parcel': { ownerId: 'another', sender: { phone: '254799999999' } },
      })[deliveryId] ?? null,
  },
  payment: {
    isOwnPayment: async ({ paymentId }: { paymentId: string }) => ({ own: paymentId === 'own-payment' }),
    held: async () => ({ rows: [{ paymentId: 'own-payment', receipt: 'UKQ1ABCDE9' }] }),
    outgoingOne: async ({ outgoingId }: { outgoingId: string }) =>
      outgoingId === 'own-outgoing' ? { about: 'phone:other', phone: '254712000001' } : notFound(),
  },
} as unknown as Parameters<typeof refusingOwnMoney>[0]
const refuse = (call: string, input: object) => refusingOwnMoney(services)(call, admin, () => input)

const ofPayment = [{ id: 'own-payment' }, { id: 'another-payment' }] as const
/** By call: inputs about the admin’s own money, and about another’s. */
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
      ...[{ id: 'own-parcel' }, { id: 'own-phone' }, { id: 'another-parcel', username: 'Achieng' }],
      { id: 'another-parcel', receipt: 'UKQ1ABCDE9' },
    ],
    others: [{ id: 'another-parcel', username: 'otieno', receipt: 'UKQ1ABCDE8' }],
  },
  'books.giveBack': { own: [{ id: 'own-parcel' }, { id: 'own-phone' }], others: [{ id: 'another-parcel' }] },
  'books.approvePaidOut': { own: [{ id: 'own-outgoing' }], others: [{ id: 'another-outgoing' }] },
  'adminPayments.release': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'adminPayments.rebind': {
    own: [ofPayment[0], { id: 'another-payment', username: 'ACHIENG' }],
    others: [{ id: 'another-payment', username: 'otieno' }],
  },
  'adminPayments.refund': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'adminPayments.askRefund': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'adminPayments.letPass': { own: [ofPayment[0]], others: [ofPayment[1]] },
  'statements.explain': { own: [ofPayment[0]], others: [ofPayment[1]] },
}

describe.each(Object.keys(moneyCalls))('%s', (call) => {
  test('is refused of an admin’s own money, and of nobody else’s', async () => {
    const { own = [], others = [] } = table[call] ?? {}
    expect([own.length, others.length]).not.toContain(0)
    for (const input of own) await expect(refuse(call, input)).rejects.toMatchObject({ code: 'own_money' })
    for (const input of others) await expect(refuse(call, input)).resolves.toBeUndefined()
  })
})
