import { lazyScreen, type RouteObject } from '@tuma/kit/runtime'
import { Office } from './features/find-anything/office.tsx'
import { Revenue } from './features/see-revenue/screen.tsx'

const Agents = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-agents" */ './features/list-agents/screen.tsx')).Agents,
)
const Users = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-users" */ './features/list-users/screen.tsx')).Users,
)
const Marketing = lazyScreen(
  async () => (await import(/* webpackChunkName: "send-messages" */ './features/send-messages/screen.tsx')).Marketing,
)
const Locations = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-locations" */ './features/list-locations/screen.tsx')).Locations,
)
const AddLocation = lazyScreen(
  async () => (await import(/* webpackChunkName: "add-location" */ './features/add-location/screen.tsx')).AddLocation,
)
const Riders = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-riders" */ './features/list-riders/screen.tsx')).Riders,
)
const Deliveries = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "list-deliveries" */ './features/list-deliveries/screen.tsx')).Deliveries,
)
const Problems = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "see-problems" */ './features/see-problems/screen.tsx')).ProblemsScreen,
)
const Detail = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-delivery" */ './features/see-delivery/screen.tsx')).Detail,
)
const Payments = lazyScreen(
  async () => (await import(/* webpackChunkName: "list-payments" */ './features/list-payments/screen.tsx')).Payments,
)
const Statements = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "import-statement" */ './features/import-statement/screen.tsx')).Statements,
)
const Books = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-books" */ './features/see-books/screen.tsx')).Books,
)
const ParkedMessages = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "replay-parked" */ './features/replay-parked/screen.tsx')).ParkedMessages,
)
const Approvals = lazyScreen(
  async () => (await import(/* webpackChunkName: "approve-acts" */ './features/approve-acts/screen.tsx')).Approvals,
)
const Audit = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-audit" */ './features/see-audit/screen.tsx')).Audit,
)
const Unsent = lazyScreen(
  async () => (await import(/* webpackChunkName: "send-unsent" */ './features/send-unsent/screen.tsx')).Unsent,
)
const Profile = lazyScreen(
  async () => (await import(/* webpackChunkName: "edit-profile" */ './features/edit-profile/screen.tsx')).OwnProfile,
)

const screens: RouteObject[] = [
  { index: true, element: <Revenue /> },
  { path: 'agents', element: <Agents /> },
  { path: 'users', element: <Users /> },
  { path: 'marketing', element: <Marketing /> },
  { path: 'location', element: <Locations /> },
  { path: 'location/add-location', element: <AddLocation /> },
  { path: 'riders', element: <Riders /> },
  { path: 'deliveries', element: <Deliveries /> },
  { path: 'problems', element: <Problems /> },
  { path: 'delivery/:type/:id', element: <Detail /> },
  { path: 'payments', element: <Payments /> },
  { path: 'statements', element: <Statements /> },
  { path: 'books', element: <Books /> },
  { path: 'parked', element: <ParkedMessages /> },
  { path: 'approvals', element: <Approvals /> },
  { path: 'audit', element: <Audit /> },
  { path: 'unsent', element: <Unsent /> },
  { path: 'profile', element: <Profile /> },
]

/** What is found from everywhere stands around all of them. */
export const routes: RouteObject[] = [{ element: <Office />, children: screens }]
