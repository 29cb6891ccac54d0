import { profileOf } from '@tuma/contracts/vocabulary'
import { Link, type MenuEntry, type RemoteModule, useLocation, useText, useUser } from '@tuma/kit/runtime'
import type { ReactNode } from 'react'

export const AreaTitle = ({ children }: { children: ReactNode }) => <p className="shell-area">{children}</p>

const isBelow = (address: string, place: string): boolean =>
  `${address}/`.toLowerCase().startsWith(`${place}/`.toLowerCase())

const isExactly = (address: string, place: string): boolean =>
  address.replace(/\/+$/, '').toLowerCase() === place.toLowerCase()

type Current = 'page' | 'true' | undefined

/** The entry's own screen, or one that was opened from it. */
function currentOf({ to, end, also = [] }: MenuEntry, address: string): Current {
  if (isExactly(address, to)) return 'page'
  if (!end && isBelow(address, to)) return 'page'
  return also.some((place) => isBelow(address, place)) ? 'true' : undefined
}

/** Where somebody may go from here; everything else would lead back to the second factor that is still to be set up. */
function useEntries(menu: readonly MenuEntry[]): readonly MenuEntry[] {
  const { role, secondFactorNeeded } = useUser()
  return secondFactorNeeded ? menu.filter(({ to }) => to === profileOf(role)) : menu
}

type OfRemote = { remote: RemoteModule }

function Entries({ remote, only = () => true, size }: OfRemote & { only?: (one: MenuEntry) => boolean; size: number }) {
  const { menu, catalogue } = remote
  const text = useText(catalogue)
  const { pathname } = useLocation()
  return useEntries(menu)
    .filter(only)
    .map((entry) => (
      <li key={entry.to}>
        <Link to={entry.to} aria-current={currentOf(entry, pathname)}>
          <entry.icon size={size} aria-hidden />
          <span>{text(entry.label)}</span>
        </Link>
      </li>
    ))
}

/** The whole menu, headed by the area. `name` heads that of a remote that brings no title of its own. */
export function Menu({ remote, name }: OfRemote & { name: string }) {
  const { catalogue, title } = remote
  const text = useText(catalogue)
  return (
    <>
      <AreaTitle>{title ? text(title) : name}</AreaTitle>
      <ul>
        <Entries remote={remote} size={20} />
      </ul>
    </>
  )
}

/** The destinations of every day, under the thumb. An area that names none has no bar. */
export function Bar({ remote, label }: OfRemote & { label: string }) {
  const entries = useEntries(remote.menu)
  if (!entries.some(({ onBar }) => onBar)) return null
  return (
    <nav className="shell-foot" aria-label={label}>
      <ul>
        <Entries remote={remote} only={({ onBar }) => onBar === true} size={22} />
      </ul>
    </nav>
  )
}
