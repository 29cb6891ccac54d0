import * as z from 'zod/mini'
import { pricingTiers } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { id, line, messageAnswer, name, phone, shillings } from './fields.ts'
import { adminLocation, publicLocation } from './locations.ts'

const admins = ['admin'] as const

export const newLocation = z.object({
  locationName: line('Location name'),
  pickupPoints: z
    .array(line('Pickup point'), 'Pickup points are required.')
    .check(z.minLength(1, 'Pickup points are required.'), z.maxLength(100)),
  /** Fee of a dukani parcel that is received there; the usual one where it is left out. */
  price: z.optional(shillings('Price')),
})
export const dukaniPrice = z.object({ id, price: shillings('Price') })
/** Riders are known by one name as well as by two. */
export const newRider = z.object({ name: name("Rider's name"), phone: phone("Rider's phone") })
export const newPrice = z.object({
  place: line('Place'),
  /** The tier: see `publicLocation`. */
  deliveryType: z.enum(pricingTiers, 'Please choose a delivery type.'),
  price: shillings('Price'),
})

/** Locations, prices and riders as admins manage them; everybody's lists are in `locations` and `agent`. */
export const network = {
  /** An existing location gets the points it does not have yet. */
  addLocation: call(adminAct)
    .route({ method: 'POST', path: '/admin/add-location', tags: ['network'] })
    .input(newLocation)
    .output(messageAnswer),
  /** The fee of a dukani parcel that is received there, from now on. */
  setDukaniPrice: call(adminAct, 'not_found')
    .route({ method: 'PUT', path: '/admin/locations/{id}', tags: ['network'] })
    .input(dukaniPrice)
    .output(adminLocation),
  /**
   * Nobody can choose the shop any more; added again, it is open again. `shop` is the pickup point as the location spells it.
   * Refused while agents work there or parcels are still to be moved there: `agents`, `names` and `parcels` say who.
   */
  retireShop: call(adminAct, 'not_found', 'shop_in_use')
    .route({ method: 'DELETE', path: '/admin/locations/{id}/shops/{shop}', tags: ['network'] })
    .input(z.object({ id, shop: line('Pickup point') }))
    .output(messageAnswer),
  addRider: call(adminAct)
    .route({ method: 'POST', path: '/admin/add', tags: ['network'] })
    .input(newRider)
    .output(z.object({ message: z.string(), _id: z.string() })),
  /** A rider who has parcels stays written on them. */
  removeRider: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/delete/{id}', tags: ['network'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  prices: call(admins)
    .route({ method: 'GET', path: '/admin/prices', tags: ['network'] })
    .output(z.array(publicLocation)),
  setPrice: call(adminAct)
    .route({ method: 'POST', path: '/admin/prices', tags: ['network'] })
    .input(newPrice)
    .output(publicLocation),
  removePrice: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/prices/{id}', tags: ['network'] })
    .input(z.object({ id }))
    .output(messageAnswer),
}
