import {
  Banknote,
  CircleUserRound,
  LayoutDashboard,
  ListTodo,
  Package,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  ScanBarcode,
  Users,
  Wallet,
} from '@tuma/kit/icons'
import type { AreaPage } from '@tuma/kit/pages'
import type { texts } from './texts.ts'

/**
 * Every page of the agents, and all that the menu, the routes and the build need of it. The menu has this order. Agents come back
 * to these all day: their first questions are asked before scripts have come.
 */
export const pages = [
  {
    path: '/Agent',
    asks: ['agent.counts', 'counter.tabCounts', ['counter.toDo', { limit: '1' }], 'counterParcels.today'],
    menu: { label: 'menu.dashboard', icon: LayoutDashboard, end: true, onBar: true },
  },
  {
    path: '/Agent/uncollected',
    asks: [['agent.sending', { status: 'dropping' }], 'counter.tabCounts'],
    menu: { label: 'menu.sending', icon: PackageOpen, onBar: true },
  },
  {
    path: '/Agent/received',
    asks: [
      ['agent.receiving', { status: 'inTransit', by: 'shop' }],
      ['agent.receiving', { status: 'inTransit', by: 'riders' }],
      'counter.tabCounts',
    ],
    menu: { label: 'menu.receiving', icon: PackageCheck, onBar: true },
  },
  {
    path: '/Agent/waiting',
    load: async () => (await import(/* webpackChunkName: "see-waiting" */ './features/see-waiting/screen.tsx')).Waiting,
    chunk: 'see-waiting',
    asks: ['counter.waiting'],
    under: '/Agent/received',
  },
  {
    path: '/Agent/new',
    load: async () =>
      (await import(/* webpackChunkName: "take-in-parcel" */ './features/take-in-parcel/screen.tsx')).NewParcel,
    chunk: 'take-in-parcel',
    asks: ['locations.shops', 'locations.prices'],
    menu: { label: 'newParcel.title', icon: PackagePlus, less: true },
  },
  {
    path: '/Agent/to-do',
    load: async () => (await import(/* webpackChunkName: "see-to-do" */ './features/see-to-do/screen.tsx')).ToDo,
    chunk: 'see-to-do',
    asks: ['counter.toDo'],
    menu: { label: 'deadlines.title', icon: ListTodo, less: true },
  },
  {
    path: '/Agent/scan',
    load: async () => (await import(/* webpackChunkName: "scan-in" */ './features/scan-in/screen.tsx')).ScanIn,
    chunk: 'scan-in',
    asks: ['counter.tabCounts'],
    menu: { label: 'scanIn.title', icon: ScanBarcode, less: true },
  },
  {
    path: '/Agent/all-deliveries',
    load: async () =>
      (await import(/* webpackChunkName: "see-all-deliveries" */ './features/see-all-deliveries/screen.tsx'))
        .AllDeliveries,
    chunk: 'see-all-deliveries',
    asks: ['agent.sending', 'counter.tabCounts'],
    menu: { label: 'menu.deliveries', icon: Package, onBar: true },
  },
  {
    path: '/Agent/find',
    load: async () =>
      (await import(/* webpackChunkName: "find-parcel" */ './features/find-parcel/screen.tsx')).FindParcels,
    chunk: 'find-parcel',
    under: '/Agent/all-deliveries',
  },
  {
    path: '/Agent/paid',
    load: async () => (await import(/* webpackChunkName: "list-paid" */ './features/list-paid/screen.tsx')).Paid,
    chunk: 'list-paid',
    asks: ['agent.paidParcels'],
    menu: { label: 'menu.paid', icon: Wallet },
  },
  {
    path: '/Agent/cash',
    load: async () => (await import(/* webpackChunkName: "count-cash" */ './features/count-cash/screen.tsx')).Cash,
    chunk: 'count-cash',
    asks: ['cash.drawer', 'cash.offers', 'cash.payIns', ['cash.handOvers', { limit: '3' }]],
    menu: { label: 'cash.title', icon: Banknote, less: true },
  },
  {
    path: '/Agent/saved',
    load: async () => (await import(/* webpackChunkName: "see-saved" */ './features/see-saved/screen.tsx')).Saved,
    chunk: 'see-saved',
    under: '/Agent',
  },
  {
    path: '/Agent/customers',
    load: async () =>
      (await import(/* webpackChunkName: "list-customers" */ './features/list-customers/screen.tsx')).Customers,
    chunk: 'list-customers',
    asks: ['agent.customers'],
    menu: { label: 'menu.customers', icon: Users },
  },
  {
    path: '/Agent/profile',
    load: async () =>
      (await import(/* webpackChunkName: "edit-profile" */ './features/edit-profile/screen.tsx')).OwnProfile,
    chunk: 'edit-profile',
    menu: { label: 'menu.profile', icon: CircleUserRound },
  },
  {
    path: '/Agent/delivery/:type/:id',
    load: async () =>
      (await import(/* webpackChunkName: "see-delivery" */ './features/see-delivery/screen.tsx')).Detail,
    chunk: 'see-delivery',
    under: '/Agent/all-deliveries',
  },
] as const satisfies readonly AreaPage<keyof typeof texts.en>[]
