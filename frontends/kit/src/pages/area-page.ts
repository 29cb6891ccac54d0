import type { MenuEntry } from '@tuma/kit/runtime'
import type { ComponentType } from 'react'
import type { PageAhead } from '../first/pages.ts'

/** One page of an area, in one entry of its `pages.ts`: where it is, and all that is fetched or shown because of it. */
export type AreaPage<Label extends string = string> = PageAhead & {
  /** Loads its screen. Missing where the area's own script has it: `buildRoutes` asks for it then. */
  readonly load?: () => Promise<ComponentType>
  /** Its entry in the menu; `less`: among those that are opened less often, which have a title of their own. */
  readonly menu?: Pick<MenuEntry, 'icon' | 'end' | 'onBar'> & { readonly label: Label; readonly less?: true }
  /** The page whose entry in the menu is marked while this one is open. */
  readonly under?: string
}
