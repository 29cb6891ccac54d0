import { contactPhone } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { BffSettings } from '../settings.ts'
import { withOpenNow } from './open-now.ts'

export const locationCalls = ({ api, services: { delivery, payment }, settings, environment }: Dependencies) => ({
  prices: api.locations.prices.handler(() => delivery.prices()),
  shops: api.locations.shops.handler(async () => {
    const now = environment.now()
    return (await delivery.shops()).map(({ shops, ...place }) => ({
      ...place,
      ...(shops ? { shops: shops.map((shop) => withOpenNow(shop, now)) } : {}),
    }))
  }),
  contact: api.locations.contact.handler(async () => {
    // While payment is away we offer payment by hand, as where prompts are never available.
    const { prompts, till } = await payment.offers().catch(() => ({ prompts: false, till: null }))
    return {
      phone: contactPhone(settings),
      email: settings.CONTACT_EMAIL,
      address: settings.CONTACT_ADDRESS,
      ...socialIn(settings),
      till: { name: settings.MPESA_TILL_NAME, number: till ?? settings.MPESA_TILL_NUMBER },
      demonstration: settings.demonstration,
      prompts,
    }
  }),
})

/** Only the configured ones. */
const socialIn = ({ SOCIAL_FACEBOOK, SOCIAL_X, SOCIAL_WHATSAPP }: BffSettings) => {
  const social = {
    ...(SOCIAL_FACEBOOK ? { facebook: SOCIAL_FACEBOOK } : {}),
    ...(SOCIAL_X ? { x: SOCIAL_X } : {}),
    ...(SOCIAL_WHATSAPP ? { whatsapp: SOCIAL_WHATSAPP } : {}),
  }
  return Object.keys(social).length > 0 ? { social } : {}
}
