import { contract } from '@tuma/contracts/api'
import { askOf, defineFirst } from '@tuma/kit/first'

const { locations, money, savedPeople } = contract

/**
 * Which screen an address has, and what it shows first: both come beside the area, not after it. What stands under the
 * caller's own name can't be asked for before it is known.
 */
export const first = defineFirst(
  [
    {
      ...{ path: '/Client/send-parcel', drawn: false, chunk: 'send-parcel' },
      asks: [askOf(locations.shops), askOf(locations.prices)],
    },
    {
      ...{ path: '/Client/send-parcel/door-step', drawn: false, chunk: 'send-parcel' },
      asks: [askOf(locations.shops), askOf(locations.prices), askOf(savedPeople.list)],
    },
    {
      ...{ path: '/Client/send-parcel/parcel-dukani', drawn: false, chunk: 'send-parcel' },
      asks: [askOf(locations.shops), askOf(savedPeople.list)],
    },
    { path: '/Client/checkout', drawn: false, chunk: 'pay-request' },
    { path: '/Client/track-parcel', drawn: false, chunk: 'track-parcel' },
    { path: '/Client/delivery-history', drawn: false, chunk: 'list-deliveries' },
    { path: '/Client/delivery/:type/:id', drawn: false, chunk: 'see-delivery' },
    { path: '/Client/money', drawn: false, chunk: 'see-money', asks: [askOf(money.held), askOf(money.parcels)] },
    { path: '/Client/contact', drawn: false, chunk: 'contact-support', asks: [askOf(locations.contact)] },
    { path: '/Client/profile', drawn: false, chunk: 'edit-profile' },
  ],
  [],
)
