import '@tuma/kit/ui/remote.css'
import { Bike, LayoutDashboard, MapPin, MessageSquareText, Package, Store, UserRound, Users } from '@tuma/kit/icons'
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
      also: ['/Admin/problems', '/Admin/payments', '/Admin/parked', '/Admin/unsent', '/Admin/audit'],
    },
    { to: '/Admin/agents', label: 'menu.agents', icon: Store },
    { to: '/Admin/users', label: 'menu.users', icon: Users },
    { to: '/Admin/marketing', label: 'menu.marketing', icon: MessageSquareText },
    { to: '/Admin/location', label: 'menu.locations', icon: MapPin },
    { to: '/Admin/riders', label: 'menu.riders', icon: Bike },
    { to: '/Admin/deliveries', label: 'menu.deliveries', icon: Package, also: ['/Admin/delivery'] },
    { to: '/Admin/profile', label: 'menu.profile', icon: UserRound },
  ],
})
