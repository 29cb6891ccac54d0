import { getHome, type Role } from '@tuma/contracts/vocabulary'
import { ArrowRight } from '@tuma/kit/icons'
import { Link, useLocation, useSession, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

type Refused = { refused?: Role }

/** Greets people who are logged in and links to their area. Says why, when another area sent them here. */
export function Welcome() {
  const text = useText(texts)
  const session = useSession()
  const { refused } = (useLocation().state ?? {}) as Refused
  return (
    <div data-part="welcome-place">
      {session.status === 'signed-in' ? (
        <div className="landing-welcome">
          {refused ? (
            <p role="status">{text(`welcome.refused.${refused}`, { username: session.user.username })}</p>
          ) : null}
          <WelcomeLine username={session.user.username} to={getHome(session.user.role)} />
        </div>
      ) : null}
    </div>
  )
}

export function WelcomeLine({ username, to }: { username: string; to: string }) {
  const text = useText(texts)
  return (
    <Link to={to} className="landing-home">
      {text('welcome.hi', { username })} <strong>{text('welcome.go')}</strong> <ArrowRight size={18} aria-hidden />
    </Link>
  )
}
