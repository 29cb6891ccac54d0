import { profileOf, type Role } from '@tuma/contracts/vocabulary'
import { type ComponentType, Fragment, type ReactNode, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { kitTexts } from './kit-texts.ts'
import { hasLoggedOut, useSession } from './session.ts'
import { useText } from './text.ts'

type GuardProps = { only: Role; frame?: ComponentType<{ children: ReactNode }>; children: ReactNode }

/**
 * Shows its children to that role only. While the session loads: "Protected Loading..."; a guest goes to /login, which gets
 * `state.from` (the address that was asked for, or the screen they were on when their session ended, which the login says;
 * not after a logout, for the next person is somebody else); another role goes to /, which gets `state.refused` (whose area
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
          <main className="t-state">
            <p role="status">{text('protectedLoading')}</p>
          </main>
        </Frame>
      )
    case 'guest':
      if (email.current === null) return <Navigate to="/login" replace state={{ from }} />
      if (hasLoggedOut()) return <Navigate to="/login" replace state={null} />
      return <Navigate to="/login" replace state={{ from, done: 'ended', email: email.current }} />
    case 'unknown':
      return (
        <Frame>
          <main id="main" tabIndex={-1} className="t-state">
            <p role="alert">{text('sessionUnknown')}</p>
            <button type="button" className="t-button" data-variant="primary" onClick={session.retry}>
              {text('tryAgain')}
            </button>
          </main>
        </Frame>
      )
    case 'signed-in': {
      const { role, secondFactorNeeded } = session.user
      if (role !== only) return <Navigate to="/" replace state={{ refused: only }} />
      const profile = profileOf(role)
      const isThere = location.pathname.replace(/\/$/, '').toLowerCase() === profile.toLowerCase()
      return secondFactorNeeded && !isThere ? <Navigate to={profile} replace state={{ from }} /> : children
    }
  }
}
