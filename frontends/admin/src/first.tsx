import { contract } from '@tuma/contracts/api'
import { askOf, defineFirst } from '@tuma/kit/first'

const { adminDeliveries, adminPayments, audit, books, locations, marketing, network, operations } = contract
const { people, revenue, statements, trouble } = contract

/** Which screen an address has, and what it shows first: both come beside the area, not after it. */
export const first = defineFirst(
  [
    {
      ...{ path: '/Admin', drawn: false },
      asks: [askOf(operations.attention), askOf(revenue.overview), askOf(revenue.trends, { period: '30days' })],
    },
    { path: '/Admin/agents', drawn: false, chunk: 'list-agents', asks: [askOf(people.agents)] },
    { path: '/Admin/users', drawn: false, chunk: 'list-users', asks: [askOf(people.users, { sort: 'recent' })] },
    { path: '/Admin/marketing', drawn: false, chunk: 'send-messages', asks: [askOf(marketing.contacts)] },
    {
      ...{ path: '/Admin/location', drawn: false, chunk: 'list-locations' },
      asks: [askOf(locations.shops), askOf(network.prices)],
    },
    { path: '/Admin/location/add-location', drawn: false, chunk: 'add-location' },
    { path: '/Admin/riders', drawn: false, chunk: 'list-riders', asks: [askOf(contract.agent.riders)] },
    {
      ...{ path: '/Admin/deliveries', drawn: false, chunk: 'list-deliveries' },
      asks: [askOf(adminDeliveries.counts), askOf(adminDeliveries.list)],
    },
    { path: '/Admin/problems', drawn: false, chunk: 'see-problems', asks: [askOf(trouble.problems)] },
    { path: '/Admin/delivery/:type/:id', drawn: false, chunk: 'see-delivery' },
    {
      ...{ path: '/Admin/payments', drawn: false, chunk: 'list-payments' },
      asks: [askOf(adminPayments.list, { tab: 'all' }), askOf(adminPayments.counts)],
    },
    {
      ...{ path: '/Admin/statements', drawn: false, chunk: 'import-statement' },
      asks: [askOf(statements.differences, { tab: 'missing' }), askOf(statements.differenceCounts)],
    },
    { path: '/Admin/books', drawn: false, chunk: 'see-books', asks: [askOf(books.accounts)] },
    { path: '/Admin/parked', drawn: false, chunk: 'replay-parked', asks: [askOf(operations.parked)] },
    { path: '/Admin/audit', drawn: false, chunk: 'see-audit', asks: [askOf(audit.events)] },
    { path: '/Admin/unsent', drawn: false, chunk: 'send-unsent', asks: [askOf(operations.unsent)] },
    { path: '/Admin/profile', drawn: false, chunk: 'edit-profile' },
  ],
  [],
)
