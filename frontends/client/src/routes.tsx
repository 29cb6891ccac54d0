import { lazyScreen, type RouteObject } from '@tuma/kit/runtime'
import { Dashboard } from './features/see-dashboard/screen.tsx'

const Choose = lazyScreen(
  async () => (await import(/* webpackChunkName: "send-parcel" */ './features/send-parcel/screen.tsx')).Choose,
)
const DoorStep = lazyScreen(
  async () => (await import(/* webpackChunkName: "send-parcel" */ './features/send-parcel/screen.tsx')).DoorStep,
)
const Dukani = lazyScreen(
  async () => (await import(/* webpackChunkName: "send-parcel" */ './features/send-parcel/screen.tsx')).Dukani,
)
const Pay = lazyScreen(
  async () => (await import(/* webpackChunkName: "pay-request" */ './features/pay-request/screen.tsx')).Pay,
)
const Track = lazyScreen(
  async () => (await import(/* webpackChunkName: "track-parcel" */ './features/track-parcel/screen.tsx')).Track,
)
const MyDeliveries = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "list-deliveries" */ './features/list-deliveries/screen.tsx')).MyDeliveries,
)
const Detail = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-delivery" */ './features/see-delivery/screen.tsx')).Detail,
)
const ContactSupport = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "contact-support" */ './features/contact-support/screen.tsx')).ContactSupport,
)
const Profile = lazyScreen(
  async () => (await import(/* webpackChunkName: "edit-profile" */ './features/edit-profile/screen.tsx')).OwnProfile,
)
const OwnMoney = lazyScreen(
  async () => (await import(/* webpackChunkName: "see-money" */ './features/see-money/screen.tsx')).OwnMoney,
)

export const routes: RouteObject[] = [
  { index: true, element: <Dashboard /> },
  { path: 'send-parcel', element: <Choose /> },
  { path: 'send-parcel/door-step', element: <DoorStep /> },
  { path: 'send-parcel/parcel-dukani', element: <Dukani /> },
  { path: 'checkout', element: <Pay /> },
  { path: 'track-parcel', element: <Track /> },
  { path: 'delivery-history', element: <MyDeliveries /> },
  { path: 'delivery/:type/:id', element: <Detail /> },
  { path: 'money', element: <OwnMoney /> },
  { path: 'contact', element: <ContactSupport /> },
  { path: 'profile', element: <Profile /> },
]
