import type { Dependencies } from '../dependencies.ts'

export const locationCalls = ({ api, services: { delivery }, settings }: Dependencies) => ({
  prices: api.locations.prices.handler(() => delivery.prices()),
  shops: api.locations.shops.handler(() => delivery.shops()),
  contact: api.locations.contact.handler(() => ({
    phone: settings.CONTACT_PHONE,
    email: settings.CONTACT_EMAIL,
    address: settings.CONTACT_ADDRESS,
    till: { name: settings.MPESA_TILL_NAME, number: settings.MPESA_TILL_NUMBER },
    demonstration: settings.demonstration,
  })),
})
