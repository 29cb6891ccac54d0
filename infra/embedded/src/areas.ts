import { fileURLToPath } from 'node:url'
import type { SiteOptions } from '@tuma/shell/site'

const distOf = (frontEnd: string) => fileURLToPath(new URL(`../../../frontends/${frontEnd}/dist`, import.meta.url))

/** Who has which pages. */
export const areas: SiteOptions = {
  shellDist: distOf('shell'),
  remotes: [
    { area: 'public', basePath: '/', role: null, title: 'Tuma', distFolder: distOf('public') },
    { area: 'client', basePath: '/Client', role: 'user', title: 'Client', distFolder: distOf('client') },
    { area: 'agent', basePath: '/Agent', role: 'agent', title: 'Agent', distFolder: distOf('agent') },
    { area: 'admin', basePath: '/Admin', role: 'admin', title: 'Admin', distFolder: distOf('admin') },
  ],
}
