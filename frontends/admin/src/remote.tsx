import '@tuma/kit/ui/remote.css'
import './office.css'
import { getMenu } from '@tuma/kit/pages'
import { defineRemote } from '@tuma/kit/runtime'
import { pages } from './pages.ts'
import { routes } from './routes.tsx'
import { texts } from './texts.ts'

const { menu, less } = getMenu(pages)

export const remote = defineRemote({
  catalogue: texts,
  title: 'menu.title',
  routes,
  menu,
  beneath: { title: 'menu.group', menu: less },
})
