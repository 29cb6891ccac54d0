import '@tuma/kit/ui/remote.css'
import {
  Banknote,
  History,
  LayoutDashboard,
  MessageCircleQuestionMark,
  PackagePlus,
  PackageSearch,
  UserRound,
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
      to: '/Client',
      label: 'menu.dashboard',
      icon: LayoutDashboard,
      end: true,
      onBar: true,
    },
    { to: '/Client/send-parcel', label: 'menu.send', icon: PackagePlus, also: ['/Client/checkout'], onBar: true },
    { to: '/Client/track-parcel', label: 'menu.track', icon: PackageSearch, onBar: true },
    { to: '/Client/contact', label: 'menu.contact', icon: MessageCircleQuestionMark },
    { to: '/Client/profile', label: 'menu.profile', icon: UserRound, onBar: true },
  ],
  beneath: {
    title: 'menu.mine',
    menu: [
      {
        to: '/Client/delivery-history',
        label: 'history.title',
        icon: History,
        also: ['/Client/delivery'],
        onBar: true,
      },
      { to: '/Client/money', label: 'money.title', icon: Banknote },
    ],
  },
})
