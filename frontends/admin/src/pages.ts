import {
  Bike,
  BookOpenText,
  HandCoins,
  History,
  LayoutDashboard,
  MapPin,
  MessageSquareText,
  Package,
  ReceiptText,
  Store,
  TriangleAlert,
  UserRound,
  Users,
} from '@tuma/kit/icons'
import type { AreaPage } from '@tuma/kit/pages'
import type { texts } from './texts.ts'

/**
 * Every page of the office, with what the menu, the routes and the build need. The menu has this order.
 */
export const pages = [
  {
    path: '/Admin',
    asks: ['operations.attention', 'revenue.overview', ['revenue.trends', { period: '30days' }]],
    menu: { label: 'menu.dashboard', icon: LayoutDashboard, end: true },
  },
  {
    path: '/Admin/agents',
    load: async () => (await import(/* webpackChunkName: "list-agents" */ './features/list-agents/screen.tsx')).Agents,
    chunk: 'list-agents',
    asks: ['people.agents'],
    menu: { label: 'menu.agents', icon: Store },
  },
  {
    path: '/Admin/users',
    load: async () => (await import(/* webpackChunkName: "list-users" */ './features/list-users/screen.tsx')).Users,
    chunk: 'list-users',
    asks: [['people.users', { sort: 'recent' }]],
    menu: { label: 'menu.users', icon: Users },
  },
  {
    path: '/Admin/marketing',
    load: async () =>
      (await import(/* webpackChunkName: "send-messages" */ './features/send-messages/screen.tsx')).Marketing,
    chunk: 'send-messages',
    asks: ['marketing.contacts'],
    menu: { label: 'menu.marketing', icon: MessageSquareText },
  },
  {
    path: '/Admin/location',
    load: async () =>
      (await import(/* webpackChunkName: "list-locations" */ './features/list-locations/screen.tsx')).Locations,
    chunk: 'list-locations',
    asks: ['locations.shops', 'network.prices'],
    menu: { label: 'menu.locations', icon: MapPin },
  },
  {
    path: '/Admin/location/add-location',
    load: async () =>
      (await import(/* webpackChunkName: "add-location" */ './features/add-location/screen.tsx')).AddLocation,
    chunk: 'add-location',
  },
  {
    path: '/Admin/riders',
    load: async () => (await import(/* webpackChunkName: "list-riders" */ './features/list-riders/screen.tsx')).Riders,
    chunk: 'list-riders',
    asks: ['agent.riders'],
    menu: { label: 'menu.riders', icon: Bike },
  },
  {
    path: '/Admin/deliveries',
    load: async () =>
      (await import(/* webpackChunkName: "list-deliveries" */ './features/list-deliveries/screen.tsx')).Deliveries,
    chunk: 'list-deliveries',
    asks: ['adminDeliveries.counts', 'adminDeliveries.list'],
    menu: { label: 'menu.deliveries', icon: Package },
  },
  {
    path: '/Admin/problems',
    load: async () =>
      (await import(/* webpackChunkName: "see-problems" */ './features/see-problems/screen.tsx')).ProblemsScreen,
    chunk: 'see-problems',
    asks: ['trouble.problems'],
    menu: { label: 'menu.problems', icon: TriangleAlert, less: true },
  },
  {
    path: '/Admin/delivery/:type/:id',
    load: async () =>
      (await import(/* webpackChunkName: "see-delivery" */ './features/see-delivery/screen.tsx')).Detail,
    chunk: 'see-delivery',
    under: '/Admin/deliveries',
  },
  {
    path: '/Admin/payments',
    load: async () =>
      (await import(/* webpackChunkName: "list-payments" */ './features/list-payments/screen.tsx')).Payments,
    chunk: 'list-payments',
    asks: [['adminPayments.list', { tab: 'all' }], 'adminPayments.counts'],
    menu: { label: 'payments.title', icon: HandCoins, less: true },
  },
  {
    path: '/Admin/books',
    load: async () => (await import(/* webpackChunkName: "see-books" */ './features/see-books/screen.tsx')).Books,
    chunk: 'see-books',
    asks: ['books.accounts'],
    menu: { label: 'books.title', icon: BookOpenText, less: true },
  },
  {
    path: '/Admin/statements',
    load: async () =>
      (await import(/* webpackChunkName: "import-statement" */ './features/import-statement/screen.tsx')).Statements,
    chunk: 'import-statement',
    asks: [['statements.differences', { tab: 'missing' }], 'statements.differenceCounts'],
    menu: { label: 'payments.statements', icon: ReceiptText, less: true },
  },
  {
    path: '/Admin/system',
    load: async () => (await import(/* webpackChunkName: "see-system" */ './features/see-system/screen.tsx')).System,
    chunk: 'see-system',
    asks: ['operations.readModels', 'operations.unsent', 'operations.repeated', 'operations.parked'],
    under: '/Admin',
  },
  {
    path: '/Admin/approvals',
    load: async () =>
      (await import(/* webpackChunkName: "approve-acts" */ './features/approve-acts/screen.tsx')).Approvals,
    chunk: 'approve-acts',
    under: '/Admin',
  },
  {
    path: '/Admin/audit',
    load: async () => (await import(/* webpackChunkName: "see-audit" */ './features/see-audit/screen.tsx')).Audit,
    chunk: 'see-audit',
    asks: ['audit.events'],
    menu: { label: 'audit.title', icon: History, less: true },
  },
  {
    path: '/Admin/profile',
    load: async () =>
      (await import(/* webpackChunkName: "edit-profile" */ './features/edit-profile/screen.tsx')).OwnProfile,
    chunk: 'edit-profile',
    menu: { label: 'menu.profile', icon: UserRound },
  },
] as const satisfies readonly AreaPage<keyof typeof texts.en>[]
