import {
  Banknote,
  History,
  LayoutDashboard,
  MessageCircleQuestionMark,
  PackagePlus,
  PackageSearch,
  UserRound,
} from '@tuma/kit/icons'
import type { AreaPage } from '@tuma/kit/pages'
import type { texts } from './texts.ts'

/**
 * Every page of the client area, with all that the menu, the routes and the build need. The menu has this order. Data
 * that need the caller's name are not loaded ahead, because the page does not know the name yet.
 */
export const pages = [
  {
    path: '/Client',
    asks: ['deliveries.today'],
    menu: { label: 'menu.dashboard', icon: LayoutDashboard, end: true, onBar: true },
  },
  {
    path: '/Client/send-parcel',
    load: async () => (await import(/* webpackChunkName: "send-parcel" */ './features/send-parcel/screen.tsx')).Choose,
    chunk: 'send-parcel',
    asks: ['locations.shops', 'locations.prices'],
    menu: { label: 'menu.send', icon: PackagePlus, onBar: true },
  },
  {
    path: '/Client/send-parcel/door-step',
    load: async () =>
      (await import(/* webpackChunkName: "send-parcel" */ './features/send-parcel/screen.tsx')).DoorStep,
    chunk: 'send-parcel',
    asks: ['locations.shops', 'locations.prices', 'savedPeople.list'],
  },
  {
    path: '/Client/send-parcel/parcel-dukani',
    load: async () => (await import(/* webpackChunkName: "send-parcel" */ './features/send-parcel/screen.tsx')).Dukani,
    chunk: 'send-parcel',
    asks: ['locations.shops', 'savedPeople.list'],
  },
  {
    path: '/Client/checkout',
    load: async () => (await import(/* webpackChunkName: "pay-request" */ './features/pay-request/screen.tsx')).Pay,
    chunk: 'pay-request',
    under: '/Client/send-parcel',
  },
  {
    path: '/Client/track-parcel',
    load: async () => (await import(/* webpackChunkName: "track-parcel" */ './features/track-parcel/screen.tsx')).Track,
    chunk: 'track-parcel',
    menu: { label: 'menu.track', icon: PackageSearch, onBar: true },
  },
  {
    path: '/Client/delivery-history',
    load: async () =>
      (await import(/* webpackChunkName: "list-deliveries" */ './features/list-deliveries/screen.tsx')).MyDeliveries,
    chunk: 'list-deliveries',
    menu: { label: 'history.title', icon: History, onBar: true, less: true },
  },
  {
    path: '/Client/delivery/:type/:id',
    load: async () =>
      (await import(/* webpackChunkName: "see-delivery" */ './features/see-delivery/screen.tsx')).Detail,
    chunk: 'see-delivery',
    under: '/Client/delivery-history',
  },
  {
    path: '/Client/money',
    load: async () => (await import(/* webpackChunkName: "see-money" */ './features/see-money/screen.tsx')).OwnMoney,
    chunk: 'see-money',
    asks: ['money.held', 'money.months', 'money.parcels'],
    menu: { label: 'money.title', icon: Banknote, less: true },
  },
  {
    path: '/Client/contact',
    load: async () =>
      (await import(/* webpackChunkName: "contact-support" */ './features/contact-support/screen.tsx')).ContactSupport,
    chunk: 'contact-support',
    asks: ['locations.contact'],
    menu: { label: 'menu.contact', icon: MessageCircleQuestionMark },
  },
  {
    path: '/Client/profile',
    load: async () =>
      (await import(/* webpackChunkName: "edit-profile" */ './features/edit-profile/screen.tsx')).OwnProfile,
    chunk: 'edit-profile',
    menu: { label: 'menu.profile', icon: UserRound, onBar: true },
  },
] as const satisfies readonly AreaPage<keyof typeof texts.en>[]
