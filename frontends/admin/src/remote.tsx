import '@tuma/kit/ui/remote.css'
import './office.css'
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
import { defineRemote } from '@tuma/kit/runtime'
import { routes } from './routes.tsx'
import { texts } from './texts.ts'

export const remote = defineRemote({
  catalogue: texts,
  title: 'menu.title',
  routes,
  menu: [
    {
      to: '/Admin',
      label: 'menu.dashboard',
      icon: LayoutDashboard,
      end: true,
      also: ['/Admin/approvals', '/Admin/parked', '/Admin/unsent'],
    },
    { to: '/Admin/agents', label: 'menu.agents', icon: Store },
    { to: '/Admin/users', label: 'menu.users', icon: Users },
    { to: '/Admin/marketing', label: 'menu.marketing', icon: MessageSquareText },
    { to: '/Admin/location', label: 'menu.locations', icon: MapPin },
    { to: '/Admin/riders', label: 'menu.riders', icon: Bike },
    { to: '/Admin/deliveries', label: 'menu.deliveries', icon: Package, also: ['/Admin/delivery'] },
    { to: '/Admin/profile', label: 'menu.profile', icon: UserRound },
  ],
  beneath: {
    title: 'menu.beneath',
    menu: [
      { to: '/Admin/problems', label: 'menu.problems', icon: TriangleAlert },
      { to: '/Admin/payments', label: 'payments.title', icon: HandCoins },
      { to: '/Admin/books', label: 'books.title', icon: BookOpenText },
      { to: '/Admin/statements', label: 'payments.statements', icon: ReceiptText },
      { to: '/Admin/audit', label: 'audit.title', icon: History },
    ],
  },
})
