import { getHome } from '@tuma/contracts/vocabulary'
import { Menu, X } from '@tuma/kit/icons'
import { Link, useSession, useText } from '@tuma/kit/runtime'
import { ButtonLink, IconButton, KangaStrip, LanguageButton, Logo, ThemeButton, useFoldableMenu } from '@tuma/kit/ui'
import type { Ref } from 'react'
import { texts } from './texts.ts'

/** Logo, name, Login and Sign Up, or the link home after a login. Small screens have them in a menu. */
export function SiteHeader() {
  const text = useText(texts)
  const { open, setOpen, toggle } = useFoldableMenu()
  return (
    <header className="site-header">
      <div className="site-bar">
        <Link to="/" aria-label={text('site.home')} className="site-brand">
          <Logo />
        </Link>
        <span className="grow" />
        <LanguageButton />
        <ThemeButton />
        <MenuToggle ref={toggle} open={open} onClick={() => setOpen(!open)} />
        <nav id="site-menu" className="site-menu" data-open={open} aria-label={text('site.menu')}>
          <Ways />
        </nav>
      </div>
      <KangaStrip />
    </header>
  )
}

/** Login and Sign Up for visitors, the link home for users. */
function Ways() {
  const text = useText(texts)
  const session = useSession()
  if (session.status === 'signed-in') return <HomeButton to={getHome(session.user.role)} />
  return (
    <>
      <Link to="/login" className="site-login">
        {text('site.login')}
      </Link>
      <ButtonLink to="/register" variant="ochre">
        {text('site.signUp')}
      </ButtonLink>
    </>
  )
}

export function HomeButton({ to }: { to: string }) {
  const text = useText(texts)
  return (
    <ButtonLink to={to} variant="ochre">
      {text('welcome.go')}
    </ButtonLink>
  )
}

type Toggle = { open: boolean; onClick?: () => void; ref?: Ref<HTMLButtonElement> }

export function MenuToggle({ open, ...button }: Toggle) {
  const text = useText(texts)
  return (
    <IconButton
      className="site-toggle"
      label={text(open ? 'site.closeMenu' : 'site.openMenu')}
      aria-expanded={open}
      aria-controls="site-menu"
      {...button}
    >
      {open ? <X size={24} aria-hidden /> : <Menu size={24} aria-hidden />}
    </IconButton>
  )
}
