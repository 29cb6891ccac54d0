import { lazyScreen, type RouteObject } from '@tuma/kit/runtime'
import { Landing } from './features/greet-visitor/screen.tsx'
import { Page, Site } from './site.tsx'

const Login = lazyScreen(
  async () => (await import(/* webpackChunkName: "login" */ './features/log-in/screen.tsx')).Login,
)
const Register = lazyScreen(async () => (await import('./features/create-account/screen.tsx')).Register)
const VerifyEmail = lazyScreen(async () => (await import('./features/verify-email/screen.tsx')).VerifyEmail)
const ForgotPassword = lazyScreen(
  async () => (await import('./features/reset-password/ask-for-link.tsx')).ForgotPassword,
)
const ResetPassword = lazyScreen(
  async () => (await import('./features/reset-password/choose-password.tsx')).ResetPassword,
)
const Track = lazyScreen(
  async () => (await import(/* webpackChunkName: "track" */ './features/track-parcel/screen.tsx')).Track,
)
const Pay = lazyScreen(async () => (await import('./features/pay-request/screen.tsx')).Pay)
const Choose = lazyScreen(
  async () => (await import(/* webpackChunkName: "send" */ './features/send-parcel/screen.tsx')).Choose,
)
const OpenLink = lazyScreen(async () => (await import('./features/open-link/screen.tsx')).OpenLink)
const DoorStep = lazyScreen(
  async () => (await import(/* webpackChunkName: "send" */ './features/send-parcel/screen.tsx')).DoorStep,
)
const Dukani = lazyScreen(
  async () => (await import(/* webpackChunkName: "send" */ './features/send-parcel/screen.tsx')).Dukani,
)

/** Every address that no signed-in area has. */
export const routes: RouteObject[] = [
  {
    element: <Site />,
    children: [
      { index: true, element: <Landing /> },
      {
        element: <Page />,
        children: [{ path: 'trackDelivery', element: <Track /> }],
      },
    ],
  },
  {
    element: <Site task />,
    children: [
      {
        element: <Page />,
        children: [
          { path: 'login', element: <Login /> },
          { path: 'register', element: <Register /> },
          { path: 'verify-email/:token', element: <VerifyEmail /> },
          { path: 'forgot-password', element: <ForgotPassword /> },
          { path: 'forgotpassword', element: <ForgotPassword /> },
          { path: 'resetpassword/:resetToken', element: <ResetPassword /> },
          { path: 'checkout', element: <Pay /> },
          { path: 'p', element: <OpenLink /> },
          { path: 'send-parcel', element: <Choose /> },
          { path: 'send-parcel/door-step', element: <DoorStep /> },
          { path: 'send-parcel/parcel-dukani', element: <Dukani /> },
        ],
      },
    ],
  },
]
