import { buildRoutes } from '@tuma/kit/pages'
import type { RouteObject } from '@tuma/kit/runtime'
import { FindKeys } from './features/find-parcel/find-keys.tsx'
import { Receiving } from './features/receive-parcels/screen.tsx'
import { Dashboard } from './features/see-dashboard/screen.tsx'
import { Sending } from './features/send-parcels/screen.tsx'
import { pages } from './pages.ts'
import { SavedSteps } from './saved-steps/saved-steps.tsx'

const screens = { '/Agent': Dashboard, '/Agent/uncollected': Sending, '/Agent/received': Receiving }

export const routes: RouteObject[] = [
  {
    element: <SavedSteps />,
    children: [{ element: <FindKeys />, children: buildRoutes('/Agent', pages, screens) }],
  },
]
