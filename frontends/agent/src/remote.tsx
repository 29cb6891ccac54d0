import '@tuma/kit/ui/remote.css'
import { getMenu } from '@tuma/kit/pages'
import { defineRemote } from '@tuma/kit/runtime'
import { pages } from './pages.ts'
import { routes } from './routes.tsx'
import { askBeforeLogout } from './saved-steps/before-logout.ts'
import { texts } from './texts.ts'

const { menu, less } = getMenu(pages)

export const remote = defineRemote({
  catalogue: texts,
  title: 'menu.title',
  routes,
  menu,
  beforeLogout: askBeforeLogout,
  beneath: { title: 'menu.group', menu: less },
})
