import { useLocation, useNavigate } from 'react-router'
import { confirm } from './dialogs.ts'
import { kitTexts } from './kit-texts.ts'
import { useText } from './text.ts'

/**
 * For whoever has sent something under a session that had ended: it was not taken, and they may log in or go on as a
 * guest. Agents and admins have nothing to send as guests; their guard leads them to the login.
 */
export function useOfferAfterSession(): () => Promise<void> {
  const text = useText(kitTexts)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async () => {
    if (/^\/(agent|admin)(\/|$)/i.test(pathname)) return
    const question = { title: text('ended.title'), text: text('ended.text') }
    const logsIn = await confirm({ ...question, yes: text('ended.logIn'), no: text('ended.asGuest') })
    const asGuest = guestsPath(pathname)
    if (logsIn) await navigate('/login')
    else if (asGuest !== pathname) await navigate(asGuest)
  }
}

/** What guests have in the place of a client's screen. */
const guestsPath = (pathname: string): string => {
  const [area, below = ''] = /^\/client(\/.*)?$/i.exec(pathname) ?? []
  if (area === undefined) return pathname
  return /^\/(send-parcel|checkout)(\/|$)/.test(below) ? below : '/'
}
