import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '@tuma/e2e/browser'
import { findSample, measureCalls } from './measuring/call-times.ts'
import { type Figures, getTable, ms } from './measuring/figures.ts'
import { measureLists } from './measuring/list-times.ts'
import { startOn } from './running-product.ts'
import { measureScreens } from './screens/screen-times.ts'

/**
 * Measures every screen of agents, admins and clients on folders that `fill.ts` filled, and prints a table:
 * `node infra/bench/screens.ts --data SMALL --data LARGE [--only start,calls,screens,lists] [--list /admin/deliveries]
 * [--pages 50]`.
 */
const { values: asked } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: 'start,calls,screens,lists' },
    list: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string', default: '50' },
  },
})
const only = asked.only.split(',')

const measureStart = async (folder: string, figures: Figures): Promise<void> => {
  figures.set('the data file, MB', String(Math.round(statSync(join(folder, 'tuma.db')).size / 1_048_576)))
  for (const run of ['first', 'second']) {
    const product = await startOn(folder)
    figures.set(`ready after, ms (${run} start)`, ms(product.readyMs))
    await product.close()
  }
}

/** Prints each figure as soon as it is measured. */
const toldAtOnce = (): Figures => {
  const figures: Figures = new Map()
  const set = figures.set.bind(figures)
  figures.set = (name, figure) => {
    console.error(`  ${name}: ${figure}`)
    return set(name, figure)
  }
  return figures
}

const measure = async (folder: string): Promise<Figures> => {
  const figures = toldAtOnce()
  if (only.includes('start')) await measureStart(folder, figures)
  const product = await startOn(folder)
  const browser = await openBrowser()
  try {
    const sample = await findSample(product.url)
    figures.set('memory when started, MB', String(product.memoryMb()))
    if (only.includes('calls')) await measureCalls(product.url, sample, figures)
    if (only.includes('screens')) await measureScreens(browser, product.url, sample, figures)
    if (only.includes('lists')) await measureLists(browser, product.url, asked.list, Number(asked.pages), figures)
    figures.set('memory afterwards, MB', String(product.memoryMb()))
  } finally {
    await browser.close()
    await product.close()
  }
  return figures
}

const columns: { name: string; figures: Figures }[] = []
for (const folder of asked.data) columns.push({ name: folder, figures: await measure(folder) })
console.log(getTable('', columns))
