import { contract } from '@tuma/contracts/api'
import { askOf, defineFirst } from '@tuma/kit/first'

const { counts, sending, receiving } = contract.agent
const { tabCounts } = contract.counter

/** An agent comes back to these all day: they need not wait for scripts before they ask. */
export const first = defineFirst(
  [
    { path: '/Agent', drawn: false, asks: [askOf(counts), askOf(tabCounts)] },
    { path: '/Agent/uncollected', drawn: false, asks: [askOf(sending, { status: 'dropping' }), askOf(tabCounts)] },
    { path: '/Agent/received', drawn: false, asks: [askOf(receiving, { status: 'inTransit' }), askOf(tabCounts)] },
  ],
  [],
)
