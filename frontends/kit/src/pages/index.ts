import { lazyScreen, type MenuEntry, type RouteObject } from '@tuma/kit/runtime'
import { type ComponentType, createElement } from 'react'
import type { AreaPage } from './area-page.ts'

export type { AreaPage } from './area-page.ts'

type WithoutLoad<P extends AreaPage> = P extends { readonly load: unknown } ? never : P['path']

/**
 * The routes of an area's pages, relative to its base path.
 * @param base "/Agent"
 * @param screens of the pages that have no `load`, by their path
 */
export const buildRoutes = <const P extends AreaPage>(
  base: string,
  pages: readonly P[],
  screens: Readonly<Record<WithoutLoad<P>, ComponentType>>,
): RouteObject[] =>
  pages.map(({ path, load }) => {
    const screen = load ? lazyScreen(load) : screens[path as WithoutLoad<P>]
    const below = path.slice(base.length).replace(/^\//, '')
    return { ...(below ? { path: below } : { index: true }), element: createElement(screen) }
  })

/** Pages whose `under` names no page with an entry. */
type Misplaced<P extends AreaPage> = Exclude<
  Extract<P, { readonly under: string }>['under'],
  Extract<P, { readonly menu: object }>['path']
>
type LabelOf<P extends AreaPage> = Extract<P, { readonly menu: object }>['menu']['label']

/** "/Agent/delivery" of "/Agent/delivery/:type/:id". */
const fixedPart = (path: string): string => path.replace(/\/:.*/, '')

/**
 * The entries of the pages that have one, in their order.
 * @param misplaced does not compile where `under` of a page names one without an entry
 */
export const getMenu = <const P extends AreaPage>(
  pages: readonly P[],
  ..._misplaced: [Misplaced<P>] extends [never] ? [] : [Misplaced<P>]
) => {
  const getEntries = (isLess: boolean) =>
    pages.flatMap(({ path, menu }: AreaPage) => {
      if (!menu || (menu.less ?? false) !== isLess) return []
      const { less: _, label, ...look } = menu
      const also = pages.filter(({ under }) => under === path).map((page) => fixedPart(page.path))
      return [{ to: path, label: label as LabelOf<P>, ...look, ...(also.length > 0 ? { also } : {}) }]
    })
  return { menu: getEntries(false), less: getEntries(true) } satisfies Record<string, Omit<MenuEntry, 'label'>[]>
}
