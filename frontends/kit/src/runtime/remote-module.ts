import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Catalogue, Text, Texts } from './text.ts'

/** One line of the sidebar. `to` is absolute ("/Agent/paid"); `end` marks it current on exactly that address only. */
export type MenuEntry<T extends Texts = Texts> = {
  to: string
  label: Parameters<Text<T>>[0]
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>
  end?: boolean
  /** Where else it is marked: what is opened from it has addresses of its own ("/Agent/delivery"). */
  also?: readonly string[]
  /** Is also shown in the bar at the foot of a phone's screen. */
  onBar?: boolean
}

/** What a remote exposes as `./remote` under the name `remote`. Routes are relative to the remote's base path. */
export type RemoteModule<T extends Texts = Texts> = {
  routes: RouteObject[]
  /** Heads the sidebar; without it, the name that the remotes list has. */
  title?: Parameters<Text<T>>[0]
  menu: readonly MenuEntry<T>[]
  /** Rarely used entries, below the menu under their own title. */
  beneath?: { readonly title: Parameters<Text<T>>[0]; readonly menu: readonly MenuEntry<T>[] }
  catalogue: Catalogue<T>
  /** Asked when the person logs out: false keeps them signed in. May ask them by `confirm`. */
  beforeLogout?: () => Promise<boolean>
}

/** `export const remote = defineRemote({ routes, title, menu, catalogue })`: title and menu labels are keys of the catalogue. */
export const defineRemote = <T extends Texts>(remote: RemoteModule<T>): RemoteModule<T> => remote
