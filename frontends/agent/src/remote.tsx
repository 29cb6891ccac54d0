import '@tuma/kit/ui/remote.css'
import {
  Banknote,
  CircleUserRound,
  LayoutDashboard,
  ListTodo,
  Package,
  PackageCheck,
  PackageOpen,
  Users,
  Wallet,
} from '@tuma/kit/icons'
import { defineRemote } from '@tuma/kit/runtime'
import { routes } from './routes.tsx'
import { texts } from './texts.ts'

export const remote = defineRemote({
  catalogue: texts,
  title: 'menu.title',
  routes,
  menu: [
    { to: '/Agent', label: 'menu.dashboard', icon: LayoutDashboard, end: true, onBar: true },
    { to: '/Agent/uncollected', label: 'menu.sending', icon: PackageOpen, onBar: true },
    { to: '/Agent/received', label: 'menu.receiving', icon: PackageCheck, also: ['/Agent/waiting'], onBar: true },
    {
      to: '/Agent/all-deliveries',
      label: 'menu.deliveries',
      icon: Package,
      also: ['/Agent/delivery', '/Agent/find'],
      onBar: true,
    },
    { to: '/Agent/paid', label: 'menu.paid', icon: Wallet },
    { to: '/Agent/customers', label: 'menu.customers', icon: Users },
    { to: '/Agent/profile', label: 'menu.profile', icon: CircleUserRound },
  ],
  beneath: {
    title: 'menu.beneath',
    menu: [
      { to: '/Agent/to-do', label: 'deadlines.title', icon: ListTodo },
      { to: '/Agent/cash', label: 'cash.title', icon: Banknote },
    ],
  },
})
