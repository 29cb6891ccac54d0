import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { deleteCookie, getCookie, type SetCookieOptions, setCookie, unsign } from '@orpc/server/helpers'
import type { Arrival, ArrivedHeaders } from './arrival.ts'

const visitorDays = 30
const receiptMinutes = 10
const deviceDays = 365
const visitorShape = /^[A-Za-z0-9_-]{22}$/
const deviceShape = /^[A-Za-z0-9_~.-]{1,500}$/

type Both = Pick<Arrival, 'headers' | 'resHeaders'>

/**
 * Our cookies: the session (and a hint that there is one), the device that signed in before, the visitor who paid
 * without an account, and the receipt that may be opened in full.
 */
export type Cookies = ReturnType<typeof openCookies>

export const openCookies = (settings: { readonly PUBLIC_URL: string; readonly secret: string }) => {
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const ours: SetCookieOptions = { httpOnly: true, sameSite: 'lax', secure }
  const session = secure ? '__Host-tuma_session' : 'tuma_session'
  // For the web app: it proves nothing, and says that it is worth asking for the session.
  const hint = 'tuma_signed_in'
  const seen: SetCookieOptions = { ...ours, httpOnly: false }
  const visitor = secure ? '__Host-tuma_visitor' : 'tuma_visitor'
  const device = secure ? '__Host-tuma_device' : 'tuma_device'
  // Sent only to the one receipt that it opens, so that several can exist at the same time.
  const receipt = 'tuma_receipt'
  const receiptPath = (trackingId: string) => `/api/agent/generate-pdf/${trackingId}`

  const key = createSecretKey(settings.secret, 'utf8')
  const getVisitorId = (value: string) => createHmac('sha256', key).update(`visitor ${value}`).digest('base64url')

  const all = [session, hint, visitor, device, receipt]

  return {
    /** Whether the request has any cookie of ours. */
    hasOurs: ({ headers }: Both): boolean => all.some((name) => cookieIn(headers, name) !== undefined),
    session: ({ headers }: Both): string | undefined => cookieIn(headers, session),
    keepSession({ resHeaders }: Both, token: string, expiresAt: string, now: string): void {
      const maxAge = secondsBetween(now, expiresAt)
      setCookie(resHeaders, session, token, { ...ours, maxAge })
      setCookie(resHeaders, hint, 'yes', { ...seen, maxAge })
    },
    endSession({ resHeaders }: Both): void {
      deleteCookie(resHeaders, session, ours)
      deleteCookie(resHeaders, hint, seen)
    },

    /** Only identity reads it; it stays when the user logs out. */
    device({ headers }: Both): string | null {
      const value = cookieIn(headers, device)
      return value !== undefined && deviceShape.test(value) ? value : null
    },
    keepDevice({ resHeaders }: Both, value: string | null | undefined): void {
      if (value) setCookie(resHeaders, device, value, { ...ours, maxAge: deviceDays * 24 * 60 * 60 })
    },

    /**
     * The holder of the cookie, by a name that is not the cookie, so that services and events contain nothing that can
     * be used as one.
     */
    visitor({ headers }: Both): string | null {
      const value = cookieIn(headers, visitor)
      return value !== undefined && visitorShape.test(value) ? getVisitorId(value) : null
    },
    /** @param random 16 bytes. @returns the visitor's id */
    keepVisitor({ resHeaders }: Both, random: Uint8Array): string {
      const value = Buffer.from(random).toString('base64url')
      setCookie(resHeaders, visitor, value, { ...ours, maxAge: visitorDays * 24 * 60 * 60 })
      return getVisitorId(value)
    },

    openReceipt({ resHeaders }: Both, trackingId: string, now: string) {
      const until = Date.parse(now) + receiptMinutes * 60_000
      const value = signed(`receipt ${trackingId} ${until}`, key)
      setCookie(resHeaders, receipt, value, { ...ours, path: receiptPath(trackingId), maxAge: receiptMinutes * 60 })
    },
    async opensReceipt({ headers }: Both, trackingId: string, now: string): Promise<boolean> {
      const [what, which, until] = (await unsign(cookieIn(headers, receipt), settings.secret))?.split(' ') ?? []
      return what === 'receipt' && which === trackingId && Date.parse(now) < Number(until)
    },
  }
}

/**
 * In the form that `unsign` reads. `sign` takes a turn in Node's thread pool, and some 5 % of the cost of a request.
 */
const signed = (value: string, key: KeyObject): string =>
  `${value}.${createHmac('sha256', key).update(value).digest('base64url')}`

/** `getCookie` reads one header, and uses nothing else of `Headers`. */
const cookieIn = (headers: ArrivedHeaders, name: string): string | undefined => getCookie(headers as Headers, name)

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.trunc((Date.parse(to) - Date.parse(from)) / 1000))
