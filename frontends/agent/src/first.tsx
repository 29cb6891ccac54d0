import { contract } from '@tuma/contracts/api'
import { askOf, defineFirst } from '@tuma/kit/first'

const { counts, sending, receiving, paidParcels, customers } = contract.agent
const { tabCounts, toDo, waiting } = contract.counter
const { drawer, handOvers } = contract.cash

/**
 * An agent comes back to these all day: they need not wait for scripts before they ask. Screens that are no part of the
 * area's own script come beside it, not after it.
 */
export const first = defineFirst(
  [
    { path: '/Agent', drawn: false, asks: [askOf(counts), askOf(tabCounts), askOf(toDo, { limit: '1' })] },
    { path: '/Agent/uncollected', drawn: false, asks: [askOf(sending, { status: 'dropping' }), askOf(tabCounts)] },
    {
      ...{ path: '/Agent/received', drawn: false },
      asks: [
        askOf(receiving, { status: 'inTransit', by: 'shop' }),
        askOf(receiving, { status: 'inTransit', by: 'riders' }),
        askOf(tabCounts),
      ],
    },
    { path: '/Agent/waiting', drawn: false, chunk: 'see-waiting', asks: [askOf(waiting)] },
    { path: '/Agent/to-do', drawn: false, chunk: 'see-to-do', asks: [askOf(toDo)] },
    {
      ...{ path: '/Agent/all-deliveries', drawn: false, chunk: 'see-all-deliveries' },
      asks: [askOf(sending), askOf(tabCounts)],
    },
    { path: '/Agent/find', drawn: false, chunk: 'find-parcel' },
    { path: '/Agent/paid', drawn: false, chunk: 'list-paid', asks: [askOf(paidParcels)] },
    { path: '/Agent/cash', drawn: false, chunk: 'count-cash', asks: [askOf(drawer), askOf(handOvers)] },
    { path: '/Agent/customers', drawn: false, chunk: 'list-customers', asks: [askOf(customers)] },
    { path: '/Agent/profile', drawn: false, chunk: 'edit-profile' },
    { path: '/Agent/delivery/:type/:id', drawn: false, chunk: 'see-delivery' },
  ],
  [],
)
