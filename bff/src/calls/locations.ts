import type { Dependencies } from '../dependencies.ts'
import type { BffSettings } from '../settings.ts'

export const locationCalls = ({ api, services: { delivery }, settings }: Dependencies) => ({
  prices: api.locations.prices.handler(() => delivery.prices()),
  shops: api.locations.shops.handler(() => delivery.shops()),
  contact: api.locations.contact.handler(() => ({
    phone: settings.CONTACT_PHONE,
    email: settings.CONTACT_EMAIL,
    address: settings.CONTACT_ADDRESS,
    ...socialIn(settings),
    till: { name: settings.MPESA_TILL_NAME, number: settings.MPESA_TILL_NUMBER },
    demonstration: settings.demonstration,
  })),
})

/** Only what there is. */
const socialIn = ({ SOCIAL_FACEBOOK, SOCIAL_X, SOCIAL_WHATSAPP }: BffSettings) => {
  const social = {
    ...(SOCIAL_FACEBOOK ? { facebook: SOCIAL_FACEBOOK } : {}),
    ...(SOCIAL_X ? { x: SOCIAL_X } : {}),
    ...(SOCIAL_WHATSAPP ? { whatsapp: SOCIAL_WHATSAPP } : {}),
  }
  return Object.keys(social).length > 0 ? { social } : {}
}
