import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

const areas = ['public', 'client', 'agent', 'admin'] as const
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const getTable = (area: string): string => textOf(`frontends/${area}/src/pages.ts`)
const pathsIn = (table: string): string[] => [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)

/** The addresses of infra/e2e/screens.ts, which axe and the camera look at, without their queries. */
const looked = [...textOf('infra/e2e/screens.ts').matchAll(/^ {4}'(\/[^']*)',$/gm)].map(([, address = '']) =>
  address.replace(/\?.*/, '').replace('{delivery}', 'doorstep/d1').toLowerCase(),
)
const matching = (path: string): RegExp => new RegExp(`^${path.toLowerCase().replaceAll(/:\w+/g, '[^/]+')}$`)

/** It has the screen of /forgot-password. */
const secondAddress = '/forgotpassword'

test.each(areas)('axe and the camera look at each page of the %s area', (area) => {
  const paths = pathsIn(getTable(area)).filter((path) => path !== secondAddress)
  expect(paths.length).toBeGreaterThan(9)
  expect(paths.filter((path) => !looked.some((address) => matching(path).test(address)))).toEqual([])
})

test.each(areas)('no address is on two pages of the %s area', (area) => {
  const paths = pathsIn(getTable(area))
  expect(paths).toEqual([...new Set(paths)])
})

test.each(areas)(
  'a page of the %s area loads the chunk of its own screen, by the name in the screen’s import',
  (area) => {
    const pages = getTable(area)
      .split(/\bpath: /)
      .slice(1)
    const chunks = pages.map((page) => ({
      loaded: /webpackChunkName: "([^"]+)"/.exec(page)?.[1],
      brought: /\bchunk: '([^']+)'/.exec(page)?.[1],
    }))
    expect(chunks.filter(({ brought }) => brought).length).toBeGreaterThan(4)
    expect(chunks.filter(({ loaded, brought }) => loaded !== brought)).toEqual([])
  },
)
