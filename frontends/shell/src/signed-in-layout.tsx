import { ChevronDown, LogOut, Menu as MenuIcon, X } from '@tuma/kit/icons'
import {
  type Arriving,
  alert,
  type RemoteModule,
  signOut,
  useArrived,
  useNavigate,
  useRootState,
  useText,
  useUser,
} from '@tuma/kit/runtime'
import { DropdownMenu, IconButton, LanguageButton, MenuItem, ThemeButton, useFoldableMenu } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { Boundary } from './area-boundary.tsx'
import { AreaTitle, Bar as Destinations, Menu } from './menu.tsx'
import type { RemoteEntry } from './remote-list.ts'
import { texts } from './texts.ts'
import { Bar } from './top-bar.tsx'

/** Top bar and sidebar around a signed-in area. The menu comes from the remote; the rest works without it. */
export function SignedInLayout({
  remote,
  loading,
  children,
}: {
  remote: RemoteEntry
  loading: Arriving<RemoteModule>
  children: ReactNode
}) {
  const text = useText(texts)
  const { open, setOpen, toggle } = useFoldableMenu()
  useRootState('frame')

  return (
    <div className="shell-frame" data-menu={open ? 'open' : 'closed'}>
      <Bar
        to={remote.basePath}
        before={
          <IconButton
            ref={toggle}
            className="shell-toggle"
            label={text(open ? 'menu.close' : 'menu.open')}
            aria-expanded={open}
            aria-controls="shell-menu"
            onClick={() => setOpen(!open)}
          >
            {open ? <X size={24} aria-hidden /> : <MenuIcon size={24} aria-hidden />}
          </IconButton>
        }
        after={
          <>
            <span className="grow" />
            <LanguageButton />
            <ThemeButton />
            <Account loading={loading} />
          </>
        }
      />
      <div className="shell-body">
        <nav className="shell-side" id="shell-menu" aria-label={text('menu')}>
          <div>
            <Boundary resetKey={loading} fallback={() => <AreaTitle>{remote.title}</AreaTitle>}>
              <OnceThere loading={loading} until={<AreaTitle>{remote.title}</AreaTitle>}>
                {(arrived) => <Menu remote={arrived} name={remote.title} />}
              </OnceThere>
            </Boundary>
          </div>
        </nav>
        <main id="main" className="shell-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Boundary resetKey={loading} fallback={() => null}>
        <OnceThere loading={loading} until={null}>
          {(arrived) => <Destinations remote={arrived} label={text('menu.bar')} />}
        </OnceThere>
      </Boundary>
    </div>
  )
}

type Coming = { loading: Arriving<RemoteModule>; until: ReactNode; children: (remote: RemoteModule) => ReactNode }

function OnceThere({ loading, until, children }: Coming) {
  const remote = useArrived(loading)
  return remote ? children(remote) : until
}

/** "AT" for agent.thika, "W" for wanjiku. */
const getInitials = (username: string): string =>
  username
    .split(/[._-]+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('')

function Account({ loading }: { loading: Arriving<RemoteModule> }) {
  const text = useText(texts)
  const user = useUser()
  const navigate = useNavigate()
  const name = user.username || text('guest')
  const leave = async (): Promise<void> => {
    const { standing } = loading
    const remote = standing && 'value' in standing ? standing.value : undefined
    if (remote?.beforeLogout && !(await remote.beforeLogout())) return
    try {
      await signOut()
      await navigate('/login')
    } catch {
      await alert(text('logout.failed'))
    }
  }
  return (
    <DropdownMenu
      trigger={
        <button type="button" className="shell-account">
          <span className="shell-initials" aria-hidden>
            {getInitials(name)}
          </span>
          <span>{text('greeting', { name })}</span>
          <ChevronDown size={18} aria-hidden />
        </button>
      }
    >
      <p className="shell-whose" aria-hidden>
        {name}
      </p>
      <MenuItem onSelect={() => void leave()}>
        <LogOut size={18} aria-hidden />
        {text('logout')}
      </MenuItem>
    </DropdownMenu>
  )
}
