import { buildRoutes } from '@tuma/kit/pages'
import { Navigate, type RouteObject } from '@tuma/kit/runtime'
import { Office } from './features/find-anything/office.tsx'
import { Revenue } from './features/see-revenue/screen.tsx'
import { pages } from './pages.ts'

/** Addresses of before the page System; mails and bookmarks have them. */
const former: RouteObject[] = [
  { path: 'parked', element: <Navigate to="/Admin/system#internal" replace /> },
  { path: 'unsent', element: <Navigate to="/Admin/system#unsent" replace /> },
]

/** `Office` wraps every page with the search for anything. */
export const routes: RouteObject[] = [
  { element: <Office />, children: [...buildRoutes('/Admin', pages, { '/Admin': Revenue }), ...former] },
]
