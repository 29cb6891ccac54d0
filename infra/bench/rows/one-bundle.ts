import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'
import { openBrowser } from '@tuma/e2e/browser'
import { routesOnly, shellConfig } from '@tuma/kit/build'
import { besideProduct } from '../controls/beside-product.ts'
import { computeMedian } from '../measuring/figures.ts'
import { upTo } from '../measuring/http-client.ts'
import type { Figures } from '../results.ts'
import { inFolder, startOn } from '../running-product.ts'
import { slowly, type Visit } from '../screens/slow-page.ts'
import { list, visiting } from './pages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const place = join(root, '.cache/one-bundle')
const frontend = (file: string): string => JSON.stringify(join(root, 'frontends', file))

/** The shell with the agent's remote as a module of its own, and without the other remotes. */
const entry = `import { applyRememberedLanguage, applyRememberedTheme } from '@tuma/kit/runtime'
import { createRoot } from 'react-dom/client'
import { App, fetchQuestionsAhead } from ${frontend('shell/src/app.tsx')}
import { Remotes } from ${frontend('shell/src/remotes.ts')}
import { takeOver } from ${frontend('shell/src/take-over.ts')}
import { remote } from ${frontend('agent/src/remote.tsx')}
applyRememberedTheme()
applyRememberedLanguage()
const list = JSON.parse(document.getElementById('remotes')?.textContent ?? '[]')
const app = document.getElementById('app') as HTMLElement
const bundled = { register: () => {}, load: async () => remote, askAgain: async () => list }
createRoot(app).render(<App list={list} remotes={new Remotes(list, bundled)} />)
takeOver(document.getElementById('first'), app)
fetchQuestionsAhead(true)
`
/** Builds with the settings of the shell. @returns the built files, by their path below `place` */
const build = async (): Promise<string[]> => {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'entry.tsx'), entry)
  const { module, ...usual } = shellConfig()('production')
  const config: Configuration = {
    ...usual,
    entry: { one: join(place, 'entry.tsx') },
    output: { ...usual.output, path: join(place, 'dist'), publicPath: '/one/', clean: true },
    // The page uses the product's own styles.
    resolve: { ...usual.resolve, alias: { '@module-federation/enhanced/runtime': false } },
    module: { ...module, rules: [...(module?.rules ?? []).slice(0, 1), { test: /\.css$/, type: 'asset/source' }] },
    plugins: [routesOnly(/kit.src.runtime/)],
  }
  await new Promise<void>((resolve, reject) =>
    rspack(config).run((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString('errors-only'))) : resolve(),
    ),
  )
  return globSync('**/*.js', { cwd: join(place, 'dist') })
}

/** The product's own page, with the bundle in place of shell and remote. */
const bundledPage = (html: string, script: string, styles: readonly string[]): string =>
  html
    .replaceAll(/<link rel="preload" as="(?:fetch|script|style)"[^>]*>/g, '')
    .replaceAll(/<script[^>]* src="[^"]*"[^>]*><\/script>/g, '')
    .replace('</head>', () => {
      const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`)
      return `${links.join('')}<script defer src="/one/${script}"></script></head>`
    })

/** Row 22: an agent's list, whose remote comes by federation, against the same in one bundle. */
export const oneBundle = async (rounds: number): Promise<Figures> =>
  inFolder(async (folder) => {
    const files = await build()
    const product = await startOn(folder)
    const control = await besideProduct(product.url)
    const browser = await openBrowser()
    try {
      for (const file of files)
        control.serve(`/one/${file}`, 'text/javascript', readFileSync(join(place, 'dist', file)))
      const html = await (await fetch(product.url + list, { headers: { cookie: 'tuma_signed_in=1' } })).text()
      const styles = [...html.matchAll(/<link rel="preload" as="style"[^>]* href="([^"]+)"/g)].map(
        ([, href = '']) => href,
      )
      const script = files.find((file) => /(^|\/)one\./.test(file)) ?? ''
      const seen: Record<'federated' | 'bundled', Visit[]> = { federated: [], bundled: [] }
      const visit = (path: string) => visiting(browser, control.url, async (page) => (await slowly(page))(path), true)
      for (const _ of upTo(rounds)) {
        seen.federated.push(await visit(list))
        control.serve(list, 'text/html; charset=utf-8', bundledPage(html, script, styles))
        seen.bundled.push(await visit(list))
        control.leave(list)
      }
      const of = (form: keyof typeof seen, figure: keyof Visit) => computeMedian(seen[form].map((one) => one[figure]))
      const compared = (figure: keyof Visit) => of('federated', figure) / of('bundled', figure)
      const [bytes, lcp, shown] = [compared('bytes'), compared('lcpMs'), compared('shownMs')]
      return {
        22: {
          shown: `bytes ${bytes.toFixed(2)}×, LCP ${lcp.toFixed(2)}×, its list ${shown.toFixed(2)}×`,
          figures: {
            bytes: of('federated', 'bytes'),
            bundledBytes: of('bundled', 'bytes'),
            lcpMs: of('federated', 'lcpMs'),
            bundledLcpMs: of('bundled', 'lcpMs'),
            shownMs: of('federated', 'shownMs'),
            bundledShownMs: of('bundled', 'shownMs'),
          },
        },
      }
    } finally {
      await browser.close()
      await control.close()
      await product.close()
    }
  })
