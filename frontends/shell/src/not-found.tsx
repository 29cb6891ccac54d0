import { getHome, maxTextWithId } from '@tuma/contracts/vocabulary'
import { Link, useSession, useText } from '@tuma/kit/runtime'
import { Button, ButtonLink, EmptyState, PageTitle, TextField } from '@tuma/kit/ui'
import { texts } from './texts.ts'

export function NotFound() {
  const text = useText(texts)
  return (
    <>
      <PageTitle title={text('page.notFound')} />
      <EmptyState wholeScreen title={text('page.notFound')}>
        <p>{text('page.notFoundHint')}</p>
        <ButtonLink to="/">{text('page.home')}</ButtonLink>
      </EmptyState>
    </>
  )
}

/** Outside the areas the page has no menu, so it shows the links that most people need, and the search for a parcel. */
export function NotFoundOutside() {
  const text = useText(texts)
  const session = useSession()
  return (
    <div className="shell-lost">
      <NotFound />
      <form className="shell-find" method="get" action="/trackDelivery">
        <TextField
          label={text('ways.trackingId')}
          name="id"
          placeholder="TM-XXXX-XXXX-XXXX"
          maxLength={maxTextWithId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit">{text('ways.find')}</Button>
      </form>
      <nav aria-label={text('menu')}>
        <ul className="shell-ways">
          <Way to="/send-parcel">{text('ways.send')}</Way>
          <Way to="/trackDelivery">{text('ways.track')}</Way>
          {session.status === 'signed-in' ? (
            <Way to={getHome(session.user.role)}>{text('ways.own')}</Way>
          ) : (
            <Way to="/login">{text('ways.login')}</Way>
          )}
        </ul>
      </nav>
    </div>
  )
}

const Way = ({ to, children }: { to: string; children: string }) => (
  <li>
    <Link to={to}>{children}</Link>
  </li>
)
