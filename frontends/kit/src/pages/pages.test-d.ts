import { House } from '@tuma/kit/icons'
import { type AreaPage, buildRoutes, getMenu } from './index.ts'

/** Checked by tsc: each `@ts-expect-error` is an error itself as soon as the line below it compiles. */
const Home = () => null
const home = { path: '/Agent', menu: { label: 'home', icon: House } } as const satisfies AreaPage<'home'>
const paid = { path: '/Agent/paid', load: async () => Home, under: '/Agent' } as const satisfies AreaPage
const lost = { path: '/Agent/lost', load: async () => Home, under: '/Agent/paid' } as const satisfies AreaPage

buildRoutes('/Agent', [home, paid], { '/Agent': Home })
getMenu([home, paid])

// @ts-expect-error a page whose screen is neither loaded nor in the area's script
buildRoutes('/Agent', [home, paid], {})
// @ts-expect-error a page under one that has no entry in the menu
getMenu([home, paid, lost])
// @ts-expect-error an entry with a text that the catalogue does not have
void ({ path: '/Agent', menu: { label: 'house', icon: House } } satisfies AreaPage<'home'>)
// @ts-expect-error a first question that is no call of the contract
void ({ path: '/Agent', asks: ['agent.nothing'] } satisfies AreaPage)
