import * as z from 'zod/mini'
import { pricingTiers } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { id, line, messageAnswer, personName, phone, shillings } from './fields.ts'
import { publicLocation } from './locations.ts'

const admins = ['admin'] as const

export const newLocation = z.object({
  locationName: line('Location name'),
  pickupPoints: z
    .array(line('Pickup point'), 'Pickup points are required.')
    .check(z.minLength(1, 'Pickup points are required.'), z.maxLength(100)),
  /** Fee of a dukani parcel that is received there; the usual one where it is left out. */
  price: z.optional(shillings('Price')),
})
export const newRider = z.object({ name: personName("Rider's name"), phone: phone("Rider's phone") })
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
