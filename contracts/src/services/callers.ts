import type { deliveryContract } from './delivery.ts'
import type { identityContract } from './identity.ts'
import type { notificationContract } from './notification.ts'
import type { paymentContract } from './payment.ts'
import type { revenueContract } from './revenue.ts'

type Contracts = {
  identity: typeof identityContract
  payment: typeof paymentContract
  delivery: typeof deliveryContract
  revenue: typeof revenueContract
  notification: typeof notificationContract
}
type ServiceName = keyof Contracts

type Listed = { readonly [Name in ServiceName]: Readonly<Record<string, readonly (keyof Contracts[Name])[]>> }

/**
 * Which calls of each service a caller may make, where callers are processes of their own. `launcher` fills empty services
 * with the demonstration.
 */
export const mayAsk = {
  identity: {
    bff: [
      'account',
      'agents',
      'assignShop',
      'behind',
      'byUsername',
      'changeRole',
      'confirmSecondFactor',
      'damaged',
      'deleteAccount',
      'forgotPassword',
      'lagging',
      'login',
      'logout',
      'names',
      'parked',
      'recordSecurityEvents',
      'register',
      'removeSecondFactor',
      'replay',
      'resetPassword',
      'securityEvents',
      'session',
      'setUpSecondFactor',
      'takeSecondFactor',
      'updateProfile',
      'users',
      'verifyAccount',
      'verifyEmail',
    ],
    notification: ['linkMail'],
    launcher: ['hasAdmin', 'openAccount', 'users'],
  },
  payment: {
    bff: [
      'behind',
      'damaged',
      'find',
      'lagging',
      'ofPayer',
      'parked',
      'replay',
      'sampleMessage',
      'sentences',
      'verify',
    ],
    delivery: ['find'],
    launcher: ['sampleMessage', 'verify'],
  },
  delivery: {
    bff: [
      'addLocation',
      'addRider',
      'all',
      'assignPicker',
      'assignRider',
      'behind',
      'concernedAmong',
      'contacts',
      'countOwned',
      'counts',
      'countsOfShop',
      'customers',
      'damaged',
      'deleteDelivery',
      'erasePhone',
      'forgetPeople',
      'get',
      'history',
      'knownPeople',
      'lagging',
      'move',
      'named',
      'needing',
      'ofShop',
      'overrideStatus',
      'owned',
      'paid',
      'parked',
      'prices',
      'receiving',
      'removePrice',
      'removeRider',
      'replay',
      'requestDoorstep',
      'requestDukani',
      'retireShop',
      'riders',
      'sending',
      'setDukaniPrice',
      'setPrice',
      'shops',
      'tabCounts',
      'track',
    ],
    notification: ['parties'],
    launcher: [
      'addLocation',
      'addRider',
      'assignPicker',
      'assignRider',
      'counts',
      'move',
      'overrideStatus',
      'requestDoorstep',
      'requestDukani',
      'setPrice',
    ],
  },
  revenue: { bff: ['behind', 'byShop', 'damaged', 'days', 'lagging', 'parked', 'replay'] },
  notification: {
    bff: [
      'audience',
      'behind',
      'campaigns',
      'damaged',
      'deliveryReport',
      'erasePhones',
      'lagging',
      'leaving',
      'messagesTo',
      'optOut',
      'optOuts',
      'optedOut',
      'outbox',
      'parked',
      'replay',
      'sendBulkSms',
      'sendCampaign',
      'sendUnsent',
      'dismissUnsent',
      'smsBudget',
      'support',
      'unsent',
    ],
  },
} as const satisfies Listed
