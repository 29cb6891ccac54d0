import { buildRoutes } from '@tuma/kit/pages'
import type { RouteObject } from '@tuma/kit/runtime'
import { Office } from './features/find-anything/office.tsx'
import { Revenue } from './features/see-revenue/screen.tsx'
import { pages } from './pages.ts'

/** `Office` wraps every page with the search that works everywhere. */
export const routes: RouteObject[] = [
  { element: <Office />, children: buildRoutes('/Admin', pages, { '/Admin': Revenue }) },
]
