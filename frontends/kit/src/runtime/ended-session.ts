import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { confirm } from './dialogs.ts'
import { kitTexts } from './kit-texts.ts'
import { draftsToGuest, useSession } from './session.ts'
import { useText } from './text.ts'

let isAsking = false

/** A dialog says that the session has ended: the login, which their guard leads to meanwhile, need not say it again. */
export const saysSessionEnded = (): boolean => isAsking

/**
 * Asks a person whose session ended before they sent something: they may log in and come back to this page, or continue as
 * a guest with what they typed. After a payment under their account they may only log in, so that they do not pay twice.
 * Agents and admins have nothing to send as guests; their guard leads them to the login.
 */
export function useOfferAfterSession(): (guestsMay: boolean) => Promise<void> {
  const text = useText(kitTexts)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const session = useSession()
  const who = useRef({ username: '', email: '' })
  if (session.status === 'signed-in') who.current = session.user
  return async (guestsMay) => {
    if (/^\/(agent|admin)(\/|$)/i.test(pathname)) return
    const { username, email } = who.current
    isAsking = true
    const logsIn = await confirm({
      title: text('ended.title'),
      text: text(guestsMay ? 'ended.text' : 'ended.paid'),
      yes: text('ended.logIn'),
      no: guestsMay ? text('ended.asGuest') : null,
    }).finally(() => {
      isAsking = false
    })
    if (logsIn || !guestsMay) return void (await navigate('/login', { state: { from: pathname + search, email } }))
    draftsToGuest(username)
    const asGuest = guestsPath(pathname)
    if (asGuest !== pathname) await navigate(asGuest)
  }
}

/** What guests have in the place of a client's screen. */
const guestsPath = (pathname: string): string => {
  const [area, below = ''] = /^\/client(\/.*)?$/i.exec(pathname) ?? []
  if (area === undefined) return pathname
  return /^\/(send-parcel|checkout)(\/|$)/.test(below) ? below : '/'
}
