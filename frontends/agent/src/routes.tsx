import { lazyScreen, type RouteObject } from '@tuma/kit/runtime'
import { Receiving } from './features/receive-parcels/screen.tsx'
import { Dashboard } from './features/see-dashboard/screen.tsx'
import { Sending } from './features/send-parcels/screen.tsx'

const AllDeliveries = lazyScreen(async () => (await import('./features/see-all-deliveries/screen.tsx')).AllDeliveries)
const Paid = lazyScreen(async () => (await import('./features/list-paid/screen.tsx')).Paid)
const Customers = lazyScreen(async () => (await import('./features/list-customers/screen.tsx')).Customers)
const Profile = lazyScreen(async () => (await import('./features/edit-profile/screen.tsx')).OwnProfile)
const Detail = lazyScreen(async () => (await import('./features/see-delivery/screen.tsx')).Detail)

export const routes: RouteObject[] = [
  { index: true, element: <Dashboard /> },
  { path: 'uncollected', element: <Sending /> },
  { path: 'received', element: <Receiving /> },
  { path: 'all-deliveries', element: <AllDeliveries /> },
  { path: 'paid', element: <Paid /> },
  { path: 'customers', element: <Customers /> },
  { path: 'profile', element: <Profile /> },
  { path: 'delivery/:type/:id', element: <Detail /> },
]
