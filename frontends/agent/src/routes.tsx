import { lazyScreen, type RouteObject } from '@tuma/kit/runtime'
import { FindKeys } from './features/find-parcel/find-keys.tsx'
import { Receiving } from './features/receive-parcels/screen.tsx'
import { Dashboard } from './features/see-dashboard/screen.tsx'
import { Sending } from './features/send-parcels/screen.tsx'

const AllDeliveries = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "see-all-deliveries" */ './features/see-all-deliveries/screen.tsx'))
      .AllDeliveries,
)
const Paid = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-paid" */ './features/list-paid/screen.tsx')).Paid,
)
const Customers = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-customers" */ './features/list-customers/screen.tsx')).Customers,
)
const Profile = lazyScreen(
  async () => (await import(/* webpackChunkName: "edit-profile" */ './features/edit-profile/screen.tsx')).OwnProfile,
)
const Detail = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-delivery" */ './features/see-delivery/screen.tsx')).Detail,
)
const FindParcels = lazyScreen(
  async () => (await import(/* webpackChunkName: "find-parcel" */ './features/find-parcel/screen.tsx')).FindParcels,
)
const Waiting = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-waiting" */ './features/see-waiting/screen.tsx')).Waiting,
)
const ToDo = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-to-do" */ './features/see-to-do/screen.tsx')).ToDo,
)
const Cash = lazyScreen(
  async () => (await import(/* webpackChunkName: "count-cash" */ './features/count-cash/screen.tsx')).Cash,
)

export const routes: RouteObject[] = [
  {
    element: <FindKeys />,
    children: [
      { index: true, element: <Dashboard /> },
      { path: 'uncollected', element: <Sending /> },
      { path: 'received', element: <Receiving /> },
      { path: 'waiting', element: <Waiting /> },
      { path: 'to-do', element: <ToDo /> },
      { path: 'all-deliveries', element: <AllDeliveries /> },
      { path: 'find', element: <FindParcels /> },
      { path: 'paid', element: <Paid /> },
      { path: 'cash', element: <Cash /> },
      { path: 'customers', element: <Customers /> },
      { path: 'profile', element: <Profile /> },
      { path: 'delivery/:type/:id', element: <Detail /> },
    ],
  },
]
