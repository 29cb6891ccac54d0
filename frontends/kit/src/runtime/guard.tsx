import { getProfile, type Role } from '@tuma/contracts/vocabulary'
import { type ComponentType, Fragment, type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { saysSessionEnded } from './ended-session.ts'
import { kitTexts } from './kit-texts.ts'
import { Navigate } from './navigate.tsx'
import { hasLoggedOut, useSession } from './session.ts'
import { useText } from './text.ts'

type GuardProps = { only: Role; frame?: ComponentType<{ children: ReactNode }>; children: ReactNode }

/**
 * Shows its children to that role only. While the session loads: "Protected Loading..."; a guest goes to /login, which gets
 * `state.from` (the address that was asked for, or the screen they were on when their session ended, which the login says;
 * not after a logout, as the next person may be another one); another role goes to /, which gets `state.refused` (whose area
 * it was). Who has to set up a second factor first goes to their profile, which gets `state.from` as well.
 * `frame` goes around what it says itself.
 */
export function Guard({ only, frame: Frame = Fragment, children }: GuardProps) {
  const session = useSession()
  const location = useLocation()
  const text = useText(kitTexts)
  /** Whose area has been open here. */
  const email = useRef<string | null>(null)
  const from = location.pathname + location.search
  if (session.status === 'signed-in') email.current = session.user.email
  switch (session.status) {
    case 'loading':
      return (
        <Frame>
          <main className="t-state" aria-busy>
            <div role="status">
              <h1 className="t-waiting-title">{text('protectedLoading')}</h1>
            </div>
          </main>
        </Frame>
      )
    case 'guest':
      if (email.current === null) return <Redirect to="/login" state={{ from }} />
      if (hasLoggedOut()) return <Redirect to="/login" state={null} />
      if (saysSessionEnded()) return <Redirect to="/login" state={{ from, email: email.current }} />
      return <Redirect to="/login" state={{ from, done: 'ended', email: email.current }} />
    case 'unknown':
      return (
        <Frame>
          <main id="main" tabIndex={-1} className="t-state">
            <div role="alert">
              <h1 className="t-state-title">{text('sessionUnknown')}</h1>
            </div>
            <button type="button" className="t-button" data-variant="primary" onClick={session.retry}>
              {text('tryAgain')}
            </button>
          </main>
        </Frame>
      )
    case 'signed-in': {
      const { role, secondFactorNeeded } = session.user
      if (role !== only) return <Redirect to="/" state={{ refused: only }} />
      const profile = getProfile(role)
      const isThere = location.pathname.replace(/\/$/, '').toLowerCase() === profile.toLowerCase()
      return secondFactorNeeded && !isThere ? <Redirect to={profile} state={{ from }} /> : children
    }
  }
}

/** Leads to another screen. The hidden heading gives the page an h1 until that screen is drawn, a moment later. */
function Redirect(props: { to: string; state: object | null }) {
  const text = useText(kitTexts)
  return (
    <>
      <Navigate {...props} replace />
      <main aria-busy>
        <h1 className="t-hidden">{text('loading')}</h1>
      </main>
    </>
  )
}
