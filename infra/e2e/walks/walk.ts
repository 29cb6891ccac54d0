import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser/browser.ts'
import { getLine } from '../browser/slow-line.ts'
import { signIn } from '../people.ts'
import { startProduct } from '../product.ts'
import { accounts } from './accounts.ts'
import { counter } from './counter.ts'
import { counterDay } from './counter-day.ts'
import { openDriver } from './driver.ts'
import { following } from './following.ts'
import { type Journey, type JourneySetup, openJourneySetup } from './journey.ts'
import { office } from './office.ts'
import { sending } from './sending.ts'
import { type Figure, faultsIn, getNotes, getTable, moreIn, type Round } from './table.ts'
import { walkIns } from './walk-ins.ts'

/**
 * Walks journeys as people do and counts their effort, on slow 4G with a processor four times slower:
 * `node infra/e2e/walks/walk.ts [--width 360] [--journey hand-over] [--unthrottled] [--out FILE] [--shots FOLDER]`.
 * With `--as before` or `--as after` the figures are added to those of that round (figures.json), and the table has
 * both. Front ends are built first: `node frontends/kit/build/build.ts`.
 */
const { values: asked } = parseArgs({
  options: {
    width: { type: 'string', multiple: true, default: [] },
    journey: { type: 'string', multiple: true, default: [] },
    unthrottled: { type: 'boolean', default: false },
    out: { type: 'string' },
    shots: { type: 'string' },
    as: { type: 'string' },
  },
})

/** A phone, a tablet, a laptop of 1280 px whose owner reads at 125 %, a laptop, a desk. */
const heights: Readonly<Record<string, number>> = { 360: 740, 768: 1024, 1024: 640, 1280: 720, 1920: 1080 }
const isTouched = (width: number): boolean => width < 1000

const journeys = [...sending, ...following, ...accounts, ...counter, ...counterDay, ...walkIns, ...office]
const wanted = journeys.filter(({ name }) => asked.journey.length === 0 || asked.journey.includes(name))
const widths = asked.width.length > 0 ? asked.width.map(Number) : Object.keys(heights).map(Number)

const walkOne = async (browser: Browser, setup: JourneySetup, journey: Journey, width: number): Promise<Figure> => {
  const context = await browser.newContext({
    baseURL: setup.product.url,
    viewport: { width, height: heights[width] ?? 800 },
    hasTouch: isTouched(width),
    isMobile: isTouched(width),
    acceptDownloads: true,
    timezoneId: 'Africa/Nairobi',
  })
  try {
    if (journey.as) await signIn(context, journey.as)
    const act = await journey.prepare(setup, context)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const carried = await getLine(page, !asked.unthrottled)
    let pictures = 0
    const driver = openDriver(page, async (_, name) => {
      pictures += 1
      const file = `${journey.name} ${pictures} ${name}.png`
      if (asked.shots) await page.screenshot({ path: join(asked.shots, String(width), file) })
    })
    const failed = await act(driver).then(
      () => undefined,
      async (error: Error) => {
        await driver.picture('stopped')
        return error.message.split('\n')[0]
      },
    )
    return { journey: journey.name, width, walked: driver.getResult(), carried: { ...carried }, failed }
  } finally {
    await context.close()
  }
}

const walkAll = async (): Promise<Figure[]> => {
  const figures: Figure[] = []
  const browser = await openBrowser('everything')
  for (const width of widths) {
    const product = await startProduct({ LOG_LEVEL: 'error' })
    try {
      const setup = await openJourneySetup(product)
      for (const journey of wanted) {
        const figure = await walkOne(browser, setup, journey, width)
        const { effort, ms } = figure.walked
        console.error(
          `${width} ${journey.name}: ${effort.taps} taps, ${Math.round(ms / 1000)} s ${figure.failed ?? ''}`,
        )
        figures.push(figure)
      }
    } finally {
      await product.close()
    }
  }
  await browser.close()
  return figures
}

const kept = fileURLToPath(new URL('figures.json', import.meta.url))
type Kept = { before?: Round; after?: Round }

/** New figures replace the earlier ones of the same journey and width. */
const keep = (name: 'before' | 'after', round: Round): Kept => {
  const all = JSON.parse(readFileSync(kept, 'utf8')) as Kept
  const isWalkedAgain = (old: Figure) =>
    round.figures.some(({ journey, width }) => journey === old.journey && width === old.width)
  const others = (all[name]?.figures ?? []).filter((old) => !isWalkedAgain(old))
  const joined = { ...all, [name]: { ...round, figures: [...others, ...round.figures] } }
  writeFileSync(kept, `${JSON.stringify(joined)}\n`)
  return joined
}

const legend = `Counted by \`node infra/e2e/walks/walk.ts\` (docs/develop/a-screen.md), which writes this page. Screens are the least that had to be
scrolled, in heights of 740, 1024, 640, 720 and 1080 px. Machine seconds are without any hand's, and hang on what else the
computer did; hand seconds are reckoned from the counts. M-Pesa itself is not counted.`

const getPage = (rounds: readonly (readonly [name: string, round: Round])[]): string => {
  const wants = new Map(journeys.map((journey) => [journey.name, journey.wants]))
  const told = rounds.map(([name, { on, line }]) => `${name}: ${on}, ${line}`).join('; ')
  const lists = rounds.flatMap(([name, round]) => [
    ...[`## Noted on the way, ${name}`, '', getNotes(round), ''],
    ...[`## Seen to be wrong, ${name}`, '', faultsIn(round), ''],
  ])
  const results = rounds.map(([, round]) => round)
  const more = moreIn(new Map(journeys.map(({ name, more }) => [name, more])), results)
  const worse = results.length > 1 ? ['## More than before', '', more, ''] : []
  return ['# Journeys', '', `${told}.`, '', legend, '', getTable(wants, results), '', ...worse, ...lists].join('\n')
}

const round: Round = {
  on: new Date().toISOString().slice(0, 10),
  line: asked.unthrottled ? 'a fast line' : 'slow 4G and a processor four times slower',
  figures: await walkAll(),
}
const all: Kept = asked.as === 'before' || asked.as === 'after' ? keep(asked.as, round) : { after: round }
const page = getPage(Object.entries(all))
if (asked.out) writeFileSync(asked.out, page)
else console.log(page)
