import { getProfile } from '@tuma/contracts/vocabulary'
import { Link, type MenuEntry, type RemoteModule, useLocation, useRootState, useText, useUser } from '@tuma/kit/runtime'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

export const AreaTitle = ({ children }: { children: ReactNode }) => <p className="shell-area">{children}</p>

const isBelow = (address: string, place: string): boolean =>
  `${address}/`.toLowerCase().startsWith(`${place}/`.toLowerCase())

const isExactly = (address: string, place: string): boolean =>
  address.replace(/\/+$/, '').toLowerCase() === place.toLowerCase()

type Current = 'page' | 'true' | undefined

/** The entry's own screen, or one that was opened from it. */
function toCurrent({ to, end, also = [] }: MenuEntry, address: string): Current {
  if (isExactly(address, to)) return 'page'
  if (!end && isBelow(address, to)) return 'page'
  return also.some((place) => isBelow(address, place)) ? 'true' : undefined
}

/** The pages that are open now. All others lead to two-step login until it is set up. */
function useEntries(menu: readonly MenuEntry[]): readonly MenuEntry[] {
  const { role, secondFactorNeeded } = useUser()
  return secondFactorNeeded ? menu.filter(({ to }) => to === getProfile(role)) : menu
}

type OfRemote = { remote: RemoteModule }
type ListedEntries = OfRemote & {
  entries: readonly MenuEntry[]
  size: number
  /** Is marked if no entry is current: the entry that led to this page. */
  otherwise?: MenuEntry | undefined
}

function Entries({ remote: { catalogue }, entries, size, otherwise }: ListedEntries) {
  const text = useText(catalogue)
  const { pathname } = useLocation()
  const isNone = entries.every((entry) => toCurrent(entry, pathname) === undefined)
  return entries.map((entry) => (
    <li key={entry.to}>
      <Link to={entry.to} aria-current={isNone && entry === otherwise ? 'true' : toCurrent(entry, pathname)}>
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
    <div ref={useCurrentInSight()}>
      <AreaTitle>{title ? text(title) : name}</AreaTitle>
      <ul>
        <Entries remote={remote} entries={useEntries(remote.menu)} size={20} />
      </ul>
      {remote.beneath ? <Beneath remote={remote} {...remote.beneath} /> : null}
    </div>
  )
}

/** A person scrolls the menu by these. */
const userActions = ['wheel', 'pointerdown', 'keydown', 'focusin']

/**
 * Scrolls a long menu to the current entry whenever the entries or their box get another size. The app is hidden when the
 * first effects run, so the menu has no size then; more entries and other texts may also come later. A person who has used
 * the menu keeps its position until the path changes.
 * @returns the ref for the element around all entries
 */
function useCurrentInSight(): RefObject<HTMLDivElement | null> {
  const { pathname } = useLocation()
  const content = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own entry
  useEffect(() => {
    const entries = content.current
    const box = entries?.parentElement
    if (!entries || !box) return
    const sizes = new ResizeObserver(() => {
      entries.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    })
    const stop = (): void => sizes.disconnect()
    sizes.observe(entries)
    sizes.observe(box)
    for (const action of userActions) box.addEventListener(action, stop, { passive: true })
    return () => {
      stop()
      for (const action of userActions) box.removeEventListener(action, stop)
    }
  }, [pathname])
  return content
}

/** A second, shorter list; who may go nowhere of it yet has no title without a list either. */
function Beneath({ remote, title, menu }: OfRemote & NonNullable<RemoteModule['beneath']>) {
  const text = useText(remote.catalogue)
  const titled = useId()
  const entries = useEntries(menu)
  if (entries.length === 0) return null
  return (
    <div className="shell-beneath">
      <p className="shell-area" id={titled}>
        {text(title)}
      </p>
      <ul aria-labelledby={titled}>
        <Entries remote={remote} entries={entries} size={18} />
      </ul>
    </div>
  )
}

/**
 * The destinations of every day, under the thumb, and last who one is. A screen without a place there is reached from the
 * area's home, which is marked. An area that names none has no bar.
 */
export function Bar({ remote, label }: OfRemote & { label: string }) {
  const { role } = useUser()
  const isProfile = ({ to }: MenuEntry): number => Number(to === getProfile(role))
  const entries = useEntries([...remote.menu, ...(remote.beneath?.menu ?? [])])
    .filter(({ onBar }) => onBar)
    .toSorted((one, other) => isProfile(one) - isProfile(other))
  useRootState('bottom-bar', entries.length > 0)
  if (entries.length === 0) return null
  return (
    <nav className="shell-foot" aria-label={label}>
      <ul>
        <Entries remote={remote} entries={entries} size={22} otherwise={entries[0]} />
      </ul>
    </nav>
  )
}
