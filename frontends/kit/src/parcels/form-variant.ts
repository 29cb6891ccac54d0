import type { User } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'

/** public: for visitors. client: behind the guard, for who is signed in. */
export type FormVariant = 'public' | 'client'

export type FormProps = {
  variant: FormVariant
  checkoutPath: string
  /** Where people go when the parcel is on its way into our books. `<JustSent />` there repeats the tracking id. */
  after: string
}

export const trackPath: Record<FormVariant, string> = { public: '/trackDelivery', client: '/Client/track-parcel' }

export const senderDefaults = (name: string, user: User | null) => ({
  name,
  phone: user ? displayPhone(user.phone) : '',
  location: '',
  dropoffAgent: '',
})

/** Drafts are a person's own: the next one who signs in finds an empty form. */
export const getDraft = (kind: string, user: { username: string } | null, again = false): string =>
  `${kind}${again ? '-again' : ''}.${user?.username ?? 'visitor'}`
