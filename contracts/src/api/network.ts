import * as z from 'zod/mini'
import { maxClosedDays, maxLandmarkLength, placeCodeShape, pricingTiers } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { calendarDay, degrees, id, line, messageAnswer, name, onLand, phone, shillings } from './fields.ts'
import { adminLocation, publicLocation } from './locations.ts'

const admins = ['admin'] as const

export const newLocation = z.object({
  locationName: line('Location name'),
  pickupPoints: z
    .array(line('Shop'), 'Shops are required.')
    .check(z.minLength(1, 'Shops are required.'), z.maxLength(100)),
  /** Fee of a dukani parcel that is received there; the default fee when it is left out. */
  price: z.optional(shillings('Price')),
})
export const dukaniPrice = z.object({ id, price: shillings('Price') })
/** Riders may have one name only. */
export const newRider = z.object({ name: name("Rider's name"), phone: phone("Rider's phone") })
export const newPrice = z.object({
  place: line('Place'),
  /** The tier: see `publicLocation`. */
  deliveryType: z.enum(pricingTiers, 'Please choose a delivery type.'),
  price: shillings('Price'),
})

const placeCodeSentence = 'A code has three or four letters or digits.'
/** The code on labels to a place, in capitals. */
const placeCode = z
  .string(placeCodeSentence)
  .check(z.trim(), z.toUpperCase(), z.regex(placeCodeShape, placeCodeSentence))
export const codeOfPlace = z.object({ place: line('Place'), code: placeCode })
export type CodeOfPlace = z.infer<typeof codeOfPlace>

const plain = 'A landmark has plain letters, digits, commas and brackets only, and no link.'
/** Part of SMS: plain characters only, and nothing that a phone turns into a link. */
export const landmark = line('Landmark', maxLandmarkLength).check(
  z.regex(/^[A-Za-z0-9 ,.'()&/-]+$/, plain),
  z.refine((typed) => !/\.[A-Za-z0-9/]|\/\/|www|http/i.test(typed), plain),
)

const time = z
  .string('Please give the time as HH:MM.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please give the time as HH:MM.'))
export const dayHours = z
  .object({ opens: time, closes: time })
  .check(
    z.refine(({ opens, closes }) => opens < closes, { message: 'It must close after it opens.', path: ['closes'] }),
  )

/** Of a shop, not of a person: null where customers may not call it. */
export const shopPhone = z.nullable(phone('Phone'))

export const shopDescription = z.object({
  landmark: z.nullable(landmark),
  /** Monday first, null on a closed day. Null altogether when the shop has given no hours. */
  hours: z.nullable(z.array(z.nullable(dayHours)).check(z.length(7, 'Please give seven days, Monday first.'))),
  closedDays: z.array(calendarDay).check(z.maxLength(maxClosedDays, `At most ${maxClosedDays} closed days.`)),
  /** For today alone; left out, it does not change. */
  closedToday: z.optional(z.boolean()),
  /** Public: customers may call it. Null removes it; left out, it does not change. */
  phone: z.optional(shopPhone),
})

/** Locations, prices and riders as admins manage them; the public lists are in `locations` and `agent`. */
export const network = {
  /** Adds the missing points to a location that exists. */
  addLocation: call(adminAct)
    .route({ method: 'POST', path: '/admin/add-location', tags: ['network'] })
    .input(newLocation)
    .output(messageAnswer),
  /** The fee of a dukani parcel that is received there, from now on. */
  setDukaniPrice: call(adminAct, 'not_found')
    .route({ method: 'PUT', path: '/admin/locations/{id}', tags: ['network'] })
    .input(dukaniPrice)
    .output(adminLocation),
  /** Replaces a shop's whole description, which is public and part of SMS. `shop` is the same as for closing it. */
  describeShop: call(adminAct, 'not_found')
    .route({ method: 'PUT', path: '/admin/locations/{id}/shops/{shop}', tags: ['network'] })
    .input(z.extend(shopDescription, { id, shop: line('Shop') }))
    .output(messageAnswer),
  /** Public, for maps and for distances. It can be moved, and is removed when the shop is closed. */
  setPosition: call(adminAct, 'not_found')
    .route({ method: 'PUT', path: '/admin/locations/{id}/shops/{shop}/position', tags: ['network'] })
    .input(z.object({ id, shop: line('Shop'), ...degrees }).check(onLand))
    .output(messageAnswer),
  /**
   * Afterwards no sender can choose the shop; adding it again opens it again. `shop` is the pickup point as the
   * location spells it. Refused while agents work there or parcels must still be moved there: `agents`, `names` and
   * `parcels` say which.
   */
  retireShop: call(adminAct, 'not_found', 'shop_in_use')
    .route({ method: 'DELETE', path: '/admin/locations/{id}/shops/{shop}', tags: ['network'] })
    .input(z.object({ id, shop: line('Shop') }))
    .output(messageAnswer),
  addRider: call(adminAct)
    .route({ method: 'POST', path: '/admin/add', tags: ['network'] })
    .input(newRider)
    .output(z.object({ message: z.string(), _id: z.string() })),
  /**
   * Corrects a typing error. The rider's parcels show the new name and phone; their histories keep what was written
   * then.
   */
  correctRider: call(adminAct, 'not_found')
    .route({ method: 'PUT', path: '/admin/riders/{id}', tags: ['network'] })
    .input(z.extend(newRider, { id }))
    .output(messageAnswer),
  /** The parcels of a removed rider keep the rider's name. */
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
  /** The codes on labels, for places that parcels go to, in the order of the alphabet. */
  placeCodes: call(admins)
    .route({ method: 'GET', path: '/admin/place-codes', tags: ['network'] })
    .output(z.array(codeOfPlace)),
  /** Labels that are printed from now on have it. No other place ever gets the previous code. */
  setPlaceCode: call(adminAct, 'not_found', 'place_code_taken')
    .route({ method: 'PUT', path: '/admin/place-codes', tags: ['network'] })
    .input(codeOfPlace)
    .output(codeOfPlace),
}
