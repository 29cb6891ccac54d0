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
 * The cookies we set: who is signed in (and that somebody is), who has signed in from this browser before, who paid
 * without an account, whose receipt may be opened in full.
 */
export type Cookies = ReturnType<typeof openCookies>

export const openCookies = (settings: { readonly PUBLIC_URL: string; readonly secret: string }) => {
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const ours: SetCookieOptions = { httpOnly: true, sameSite: 'lax', secure }
  const session = secure ? '__Host-tuma_session' : 'tuma_session'
  // For the web app's eyes: it proves nothing, and tells that it is worth asking who is signed in.
  const hint = 'tuma_signed_in'
  const seen: SetCookieOptions = { ...ours, httpOnly: false }
  const visitor = secure ? '__Host-tuma_visitor' : 'tuma_visitor'
  const device = secure ? '__Host-tuma_device' : 'tuma_device'
  // Only sent to the one receipt that it opens, so that several stand side by side.
  const receipt = 'tuma_receipt'
  const receiptPath = (trackingId: string) => `/api/agent/generate-pdf/${trackingId}`

  const key = createSecretKey(settings.secret, 'utf8')
  const getVisitorId = (value: string) => createHmac('sha256', key).update(`visitor ${value}`).digest('base64url')

  const all = [session, hint, visitor, device, receipt]

  return {
    /** Whether any cookie of ours came along. */
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

    /** Identity's to read; it stays when somebody logs out. */
    device({ headers }: Both): string | null {
      const value = cookieIn(headers, device)
      return value !== undefined && deviceShape.test(value) ? value : null
    },
    keepDevice({ resHeaders }: Both, value: string | null | undefined): void {
      if (value) setCookie(resHeaders, device, value, { ...ours, maxAge: deviceDays * 24 * 60 * 60 })
    },

    /** Who has the cookie, by a name that is not the cookie: what services and events know can't be brought to us. */
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

/** As `unsign` reads it; `sign` beside it takes a turn in Node's thread pool, and some 5 % of what a request costs. */
const signed = (value: string, key: KeyObject): string =>
  `${value}.${createHmac('sha256', key).update(value).digest('base64url')}`

/** `getCookie` asks for one header, and for nothing else of `Headers`. */
const cookieIn = (headers: ArrivedHeaders, name: string): string | undefined => getCookie(headers as Headers, name)

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.trunc((Date.parse(to) - Date.parse(from)) / 1000))
