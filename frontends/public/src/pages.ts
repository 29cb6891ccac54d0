import type { AreaPage } from '@tuma/kit/pages'
import { parcelAsked } from './parcel-asked.ts'

/** The screen is in the area's own script. */
const landing = {
  path: '/',
  drawn: { whole: true, next: ['/send-parcel', '/send-parcel/door-step', '/send-parcel/parcel-dukani'] },
} as const satisfies AreaPage

/** Pages to read, with the footer below. */
export const reading = [
  {
    path: '/trackDelivery',
    load: async () => (await import(/* webpackChunkName: "track" */ './features/track-parcel/screen.tsx')).Track,
    chunk: 'track',
    asks: [parcelAsked('{id}')],
    drawn: { whole: true },
  },
] as const satisfies readonly AreaPage[]

/** Pages to fill in, which end with their button. The forgotten password has two addresses. */
export const tasks = [
  {
    path: '/login',
    load: async () => (await import(/* webpackChunkName: "login" */ './features/log-in/screen.tsx')).Login,
    chunk: 'login',
    drawn: { whole: true },
  },
  {
    path: '/register',
    load: async () => (await import('./features/create-account/screen.tsx')).Register,
  },
  {
    path: '/verify-email/:token',
    load: async () => (await import('./features/verify-email/screen.tsx')).VerifyEmail,
  },
  {
    path: '/forgot-password',
    load: async () => (await import('./features/reset-password/ask-for-link.tsx')).ForgotPassword,
  },
  {
    path: '/forgotpassword',
    load: async () => (await import('./features/reset-password/ask-for-link.tsx')).ForgotPassword,
  },
  {
    path: '/resetpassword/:resetToken',
    load: async () => (await import('./features/reset-password/choose-password.tsx')).ResetPassword,
  },
  {
    path: '/checkout',
    load: async () => (await import('./features/pay-request/screen.tsx')).Pay,
  },
  {
    path: '/p',
    load: async () => (await import('./features/open-link/screen.tsx')).OpenLink,
  },
  {
    path: '/send-parcel',
    load: async () => (await import(/* webpackChunkName: "send" */ './features/send-parcel/screen.tsx')).Choose,
    chunk: 'send',
    drawn: { whole: true, next: ['/send-parcel/door-step', '/send-parcel/parcel-dukani'] },
  },
  {
    path: '/send-parcel/door-step',
    load: async () => (await import(/* webpackChunkName: "send" */ './features/send-parcel/screen.tsx')).DoorStep,
    chunk: 'send',
    drawn: {},
  },
  {
    path: '/send-parcel/parcel-dukani',
    load: async () => (await import(/* webpackChunkName: "send" */ './features/send-parcel/screen.tsx')).Dukani,
    chunk: 'send',
    drawn: {},
  },
] as const satisfies readonly AreaPage[]

/** Every address outside the signed-in areas. */
export const pages = [landing, ...reading, ...tasks] as const
