import type { MenuEntry } from '@tuma/kit/runtime'
import type { ComponentType } from 'react'
import type { Ask } from '../first/asks.ts'

/** One page of an area, on one line of its `pages.ts`: where it is, and all that is fetched or shown because of it. */
export type AreaPage<Label extends string = string> = {
  /** The whole address: "/Agent/delivery/:type/:id". A part that begins with ":" is any. */
  readonly path: string
  /** Loads its screen. Missing where the area's own script has it: `routesOf` asks for it then. */
  readonly load?: () => Promise<ComponentType>
  /** The `webpackChunkName` in `load`: its files are loaded together with the area, not after it. */
  readonly chunk?: string
  /** What its screen asks of the API first: the page asks it while scripts are on their way. */
  readonly asks?: readonly Ask[]
  /** Its entry in the menu; `less`: among those that are opened less often, which have a title of their own. */
  readonly menu?: Pick<MenuEntry, 'icon' | 'end' | 'onBar'> & { readonly label: Label; readonly less?: true }
  /** The page whose entry in the menu is marked while this one is open. */
  readonly under?: string
  /** A build draws it ahead (`first.tsx`); `whole` and `next` as `FirstPage` has them. */
  readonly drawn?: { readonly whole?: true; readonly next?: readonly string[] }
}
