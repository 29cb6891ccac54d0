import { buildRoutes } from '@tuma/kit/pages'
import type { RouteObject } from '@tuma/kit/runtime'
import { Landing } from './features/greet-visitor/screen.tsx'
import { reading, tasks } from './pages.ts'
import { Page, Site } from './site.tsx'

export const routes: RouteObject[] = [
  {
    element: <Site />,
    children: [
      { index: true, element: <Landing /> },
      { element: <Page />, children: buildRoutes('/', reading, {}) },
    ],
  },
  { element: <Site task />, children: [{ element: <Page />, children: buildRoutes('/', tasks, {}) }] },
]
