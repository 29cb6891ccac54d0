import type { User } from '@tuma/contracts/api'
import { useSession } from '@tuma/kit/runtime'
import { useSyncExternalStore } from 'react'
import { forgetKeptFor } from './kept-parcels.ts'

/**
 * A payment that was verified and not used yet. `amount` is what was paid, in shillings; `verifiedAt` an ISO instant;
 * `payer` whose it is: no other account in this browser can pay with it; `covers` what it was enough for when it was
 * verified ("express THIKA"), and still is when the price has risen since; `receipt` M-Pesa's own code, where the payer
 * did not have to bring it.
 */
export type VerifiedPayment = {
  reference: string
  amount: number
  verifiedAt: string
  payer: string
  covers?: string
  receipt?: string
}

const place = 'tuma.verified-payment'
const followers = new Set<() => void>()
/** Where the browser keeps nothing, it lasts as long as the page. */
let unkept: string | null = null

function kept(): string | null {
  try {
    return localStorage.getItem(place) ?? unkept
  } catch {
    return unkept
  }
}

function change(write: () => void, otherwise: string | null): void {
  unkept = null
  try {
    write()
  } catch {
    unkept = otherwise
  }
  for (const follow of followers) follow()
}

/** `PAY-` and six random digits. It names a payment, it does not guard it. */
export const newPaymentReference = (): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `PAY-${String(random % 1_000_000).padStart(6, '0')}`
}

export function keepPayment(payment: VerifiedPayment): void {
  const text = JSON.stringify(payment)
  change(() => localStorage.setItem(place, text), text)
}

const spentMs = 10 * 60_000
/** When each was spent, by its reference, since the page was loaded. */
const spent = new Map<string, number>()

/** Sent with here just now, before the server's lists know it. Of a parcel that is deleted it comes back. */
export const isSpent = (reference: string): boolean => Date.now() - (spent.get(reference) ?? 0) < spentMs

/** A parcel is booked with it, or it was found to be of no use. */
export function spend(reference: string): void {
  spent.set(reference, Date.now())
  forgetKeptFor(reference)
}

/** The same for the payment that this browser has at hand. */
export function spendPayment(): void {
  const text = kept()
  const payment = text === null ? null : parsed(text)
  if (payment) spend(payment.reference)
  forgetPayment()
}

/** Nothing is paid with it now. */
export const forgetPayment = (): void => change(() => localStorage.removeItem(place), null)

const asidePlace = 'tuma.payment-aside'
let unkeptAside: string | null = null

/** The parcel is paid on delivery: it has no reference any more. What was paid already stays its payer's. */
export function putPaymentAside(): void {
  const text = kept()
  if (text === null) return
  unkeptAside = text
  try {
    localStorage.setItem(asidePlace, text)
  } catch {}
  forgetPayment()
}

/** Uses an unused payment of this payer, also for another parcel. */
export function bringPaymentBack(payer: string): void {
  const aside = keptAside()
  const payment = aside === null || kept() !== null ? null : parsed(aside)
  if (!payment || !allowsStep(payment, payer)) return
  unkeptAside = null
  try {
    localStorage.removeItem(asidePlace)
  } catch {}
  keepPayment(payment)
}

function keptAside(): string | null {
  try {
    return localStorage.getItem(asidePlace) ?? unkeptAside
  } catch {
    return unkeptAside
  }
}

/** Who is signed in; null for a visitor, and as long as that is not known. */
export function useAccount(): User | null {
  const session = useSession()
  return session.status === 'signed-in' ? session.user : null
}

/** Who pays: the username, or 'visitor' for people who are not logged in. */
export const usePayer = (): string => useAccount()?.username ?? 'visitor'

function followKept(follow: () => void): () => void {
  followers.add(follow)
  window.addEventListener('storage', follow)
  return () => {
    followers.delete(follow)
    window.removeEventListener('storage', follow)
  }
}

/** The payment that this person's next request may use, also when they have logged in since; follows other tabs too. */
export function useVerifiedPayment(): VerifiedPayment | null {
  const payer = usePayer()
  const text = useSyncExternalStore(followKept, kept, () => null)
  const payment = text === null ? null : parsed(text)
  return payment && allowsStep(payment, payer) ? payment : null
}

const allowsStep = (payment: VerifiedPayment, payer: string): boolean =>
  payment.payer === payer || payment.payer === 'visitor'

/** Nothing that was paid under an account waits to be used. */
export const isFreeToGuests = (): boolean => {
  const text = kept()
  const payment = text === null ? null : parsed(text)
  return payment === null || payment.payer === 'visitor'
}

function parsed(text: string): VerifiedPayment | null {
  try {
    const { reference, amount, ...rest } = JSON.parse(text)
    return typeof reference === 'string' && typeof amount === 'number' ? { ...rest, reference, amount } : null
  } catch {
    return null
  }
}
