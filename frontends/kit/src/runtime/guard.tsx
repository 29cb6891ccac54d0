import { profileOf, type Role } from '@tuma/contracts/vocabulary'
import { type ComponentType, Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { kitTexts } from './kit-texts.ts'
import { hasLoggedOut, useSession } from './session.ts'
import { useText } from './text.ts'
import { toast } from './toasts.tsx'

/** Of what is said at the login, for as long as nobody has logged in. */
const endedToast = 'session-ended'

type GuardProps = { only: Role; frame?: ComponentType<{ children: ReactNode }>; children: ReactNode }

/**
 * Shows its children to that role only. While the session loads: "Protected Loading..."; a guest goes to /login, which gets
 * `state.from` (the address that was asked for, or the screen they were on when their session ended, which is said; not
 * after a logout, for the next person is somebody else); another role goes to /, which gets `state.refused` (whose area it
 * was). Who has to set up a second factor first goes to their profile, which gets `state.from` as well.
 * `frame` goes around what it says itself.
 */
export function Guard({ only, frame: Frame = Fragment, children }: GuardProps) {
  const session = useSession()
  const location = useLocation()
  const text = useText(kitTexts)
  const wasOpen = useRef(false)
  const from = location.pathname + location.search
  const isOpen = session.status === 'signed-in'
  if (isOpen) wasOpen.current = true
  useEffect(() => {
    if (isOpen) toast.dismiss(endedToast)
  }, [isOpen])
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
      if (!wasOpen.current) return <Navigate to="/login" replace state={{ from }} />
      if (hasLoggedOut()) return <Navigate to="/login" replace state={null} />
      return <AfterSession only={only} from={from} />
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

/**
 * What they pressed last was refused, and whoever works at a counter must know that. Clients are asked how to go on where
 * they have sent something (`useOfferAfterSession`).
 */
function AfterSession({ only, from }: { only: Role; from: string }) {
  const text = useText(kitTexts)
  const sentence = text('ended.atWork')
  useEffect(() => {
    if (only !== 'user') toast.error(sentence, { toastId: endedToast, autoClose: false })
  }, [only, sentence])
  return <Navigate to="/login" replace state={{ from }} />
}
