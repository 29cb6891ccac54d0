import '@tuma/kit/ui/remote.css'
import { buildRoutes, getMenu } from '@tuma/kit/pages'
import { defineRemote } from '@tuma/kit/runtime'
import { Dashboard } from './features/see-dashboard/screen.tsx'
import { pages } from './pages.ts'
import { texts } from './texts.ts'

const { menu, less } = getMenu(pages)

export const remote = defineRemote({
  catalogue: texts,
  title: 'menu.title',
  routes: buildRoutes('/Client', pages, { '/Client': Dashboard }),
  menu,
  beneath: { title: 'menu.mine', menu: less },
})
