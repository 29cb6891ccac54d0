import { webAppHeader } from '@tuma/contracts/vocabulary'

/**
 * What a page has asked of the API before the app was there to ask it: the page itself (the shell's server says what, its
 * `look.ts` asks), or the small script for what was pressed. The first who asks the same gets that answer. No React here.
 */
type AskedAhead = Map<string, readonly [askedAt: number, answer: Promise<Response>]>
declare global {
  interface Window {
    tumaAsked?: AskedAhead
  }
}

/** An answer that is older than this is asked for again. */
const freshMs = 30_000

/** @param path as "/api/users/login" */
export function sendAhead(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', [webAppHeader]: '1' }
  const answer = fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  window.tumaAsked ??= new Map()
  window.tumaAsked.set(`POST ${path}`, [performance.now(), answer])
  return answer
}

/** @returns the stored or pending answer, and removes it from the store */
export function takeAhead(method: string, path: string): Promise<Response> | undefined {
  const asked = window.tumaAsked?.get(`${method} ${path}`)
  window.tumaAsked?.delete(`${method} ${path}`)
  return asked && performance.now() - asked[0] < freshMs ? asked[1] : undefined
}

/** The stored answers were for the person who was logged in. */
export const forgetAhead = (): void => window.tumaAsked?.clear()
