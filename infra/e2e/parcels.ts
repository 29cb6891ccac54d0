import type { Delivery } from '@tuma/contracts/api'
import type { BrowserContext } from 'playwright-core'
import { asWebApp, newClient, signIn } from './people.ts'
import type { Product } from './product.ts'
import { repeatWhileBusy, retryOptions } from './retried-requests.ts'
import { getToken } from './screens.ts'

/** What a test must prepare before it looks at a screen, by calls to the API as any person. */

export const shops = {
  cbd: { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' },
  thika: { location: 'THIKA', address: 'Thika Arcade Bookshop' },
  /** The demonstration has no agent here. */
  quiet: { location: 'GITHURAI 44', address: 'Kwa Maji Boutique' },
} as const
type Shop = { readonly location: string; readonly address: string }
export type Parcel = Pick<Delivery, '_id' | 'trackingId' | 'deliveryType'>

/** The API as one person: returns the answer, or throws an error that names the call. */
export type Asker = <T>(method: string, path: string, body?: object) => Promise<T>

export const askAs = async (product: Product, email: string): Promise<Asker> => {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await getToken(product.url, email)}`,
  }
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const call = { method, headers, body: body ? JSON.stringify(body) : null }
    const answer = await repeatWhileBusy(() => fetch(product.url + path, call))
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** The same for a person who is signed in at a browser. */
export const askIn =
  ({ request }: BrowserContext): Asker =>
  async (method, path, body) => {
    const headers = { ...asWebApp, 'idempotency-key': crypto.randomUUID() }
    const answer = await request.fetch(path, { method, headers, data: body, ...retryOptions })
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }

const sender = (from: Shop) => ({
  name: 'Wanjiku Kamau',
  phone: '0712345678',
  location: from.location,
  dropoffAgent: from.address,
})
const kiprop = { name: 'Kiprop Cheruiyot', phone: '0722333444' }

/** Paid on delivery, so its status is Dropped at once. */
export const sendDoorstep = async (
  ask: Asker,
  from: Shop,
  to = 'ROYSAMBU',
  receiver = kiprop,
  productPrice = 0,
): Promise<Parcel> => {
  const place = { pickupLocation: to, pickupAddress: 'Sunrise Court, house 4', moreDetails: 'Green gate' }
  const accepted = await ask<Parcel>('POST', '/api/doorstep/deliveries', {
    sender: sender(from),
    receiver: { ...receiver, ...place },
    parcelDescription: 'A pair of shoes',
    paymentMethod: 'payOnDelivery',
    productPrice,
  })
  return { ...accepted, deliveryType: 'doorstep' }
}

let payments = 0

/** Paid for, so its status is Dropping Off. */
export const sendDukani = async (
  ask: Asker,
  product: Product,
  from: Shop,
  to: Shop,
  receiver = kiprop,
): Promise<Parcel> => {
  payments += 1
  const paymentReferenceId = `PAY-${500_000 + payments}`
  const mpesaMessage = await product.mpesaMessage(500)
  await ask('POST', '/api/payment/verify-payment', { paymentReferenceId, senderName: 'Wanjiku Kamau', mpesaMessage })
  const accepted = await ask<Parcel>('POST', '/api/dukani/deliveries', {
    sender: sender(from),
    receiver: { ...receiver, location: to.location, pickupAgent: to.address },
    parcelDescription: 'Two books',
    paymentReferenceId,
  })
  return { ...accepted, deliveryType: 'parcelDukani' }
}

/** An admin overrides the status, up to where a test begins. */
export const setStatus = (admin: Asker, { _id, trackingId }: Parcel, status: string): Promise<Delivery> =>
  admin('PATCH', `/api/admin/deliveries/${_id}/status`, { status, trackingId })

/** A new agent, signed in, whose shop an admin has yet to choose (`giveShop`). */
export const newAgent = async (context: BrowserContext, product: Product, admin: Asker) => {
  const { email, password } = await newClient(context, product)
  const { _id } = await (await context.request.get('/api/users/me', retryOptions)).json()
  await admin('PATCH', `/api/admin/users/${_id}`, { role: 'agent' })
  await signIn(context, email, password) // a changed role ends old sessions
  return { giveShop: (shop: Shop) => admin('PUT', `/api/admin/agents/${_id}`, shop) }
}
