import { parseArgs } from 'node:util'
import { goals } from './goals.ts'
import { machine, takeAllCores, takeLastCore } from './measuring/machine.ts'
import { type Figures, keepResults, readResults, tableOfGoals, writePage } from './results.ts'
import { appends } from './rows/appending.ts'
import { dialogStyle } from './rows/dialog-style.ts'
import { eventStoreCalls } from './rows/event-store-calls.ts'
import { eventStoreClients } from './rows/event-store-clients.ts'
import { eventStoreCost } from './rows/event-store-cost.ts'
import { type Growth, growth } from './rows/growing.ts'
import { messagesOut } from './rows/messages.ts'
import { oneBundle } from './rows/one-bundle.ts'
import { pages } from './rows/pages.ts'
import { postCost, postWrites } from './rows/posting.ts'
import { lists, tracking, trackingBesideSignIns } from './rows/reading.ts'
import { filled, memory, type Sizes } from './rows/resting.ts'
import { saturated } from './rows/saturated.ts'
import { scanning } from './rows/scanning.ts'
import { agentSteps } from './rows/steps.ts'

/**
 * `npm run bench` measures every row that it can, `npm run bench -- --row 3 --row 9 --rounds 3` some of them.
 * `--besides "two other builds"` records what else the machine does during the run.
 */
const { values } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
    /** In the folder of rows 13, 16 and 17. */
    deliveries: { type: 'string', default: '2000' },
    /** Parcels that are sent before memory is measured, in row 15. */
    parcels: { type: 'string', default: '10000' },
    /** Deliveries in the two folders of row 12, and where these are kept for the next run. */
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    'kept-in': { type: 'string' },
    besides: { type: 'string', default: 'nothing said of what else ran' },
  },
})
const wanted = values.row.map(Number)
const rounds = Number(values.rounds)
const sizes: Sizes & Growth = {
  deliveries: Number(values.deliveries),
  parcels: Number(values.parcels),
  small: Number(values.small),
  large: Number(values.large),
  keptIn: values['kept-in'] ?? null,
}

type Measurement = {
  readonly rows: readonly number[]
  readonly inBrowser?: true
  measure(rounds: number, sizes: Sizes & Growth): Promise<Figures>
}
/** Rows that are measured together, the most informative first. */
const measurements: readonly Measurement[] = [
  { rows: [3], measure: postCost },
  { rows: [4, 7], measure: saturated },
  { rows: [5, 6], measure: postWrites },
  { rows: [1, 2], measure: appends },
  { rows: [8], measure: agentSteps },
  { rows: [27], measure: scanning },
  { rows: [9], measure: tracking },
  { rows: [10], measure: lists },
  { rows: [13, 16, 17], measure: filled },
  { rows: [14], measure: trackingBesideSignIns },
  { rows: [15], measure: memory },
  { rows: [18, 19, 20, 21], measure: pages, inBrowser: true },
  { rows: [22], measure: oneBundle, inBrowser: true },
  { rows: [24], measure: dialogStyle, inBrowser: true },
  { rows: [23], measure: eventStoreCalls },
  { rows: [25], measure: eventStoreCost },
  { rows: [26], measure: eventStoreClients },
  { rows: [11], measure: messagesOut },
  { rows: [12], measure: growth },
]
const known = measurements.flatMap(({ rows }) => rows)
const unknown = wanted.find((row) => !known.includes(row))
if (unknown !== undefined)
  throw new Error(
    `row ${unknown} is not measured here; those are ${known.sort((one, other) => one - other).join(', ')}`,
  )

for (const { rows, measure, inBrowser } of measurements) {
  if (wanted.length > 0 && !rows.some((row) => wanted.includes(row))) continue
  console.error(`rows ${rows.join(', ')} …`)
  if (inBrowser) takeAllCores()
  else takeLastCore()
  const run = { at: new Date().toISOString(), rounds, machine: machine(), besides: values.besides }
  const figures = await measure(rounds, sizes)
  // Stored as soon as a row is measured, because a run of everything takes long.
  const results = { ...readResults() }
  for (const [row, figure] of Object.entries(figures)) {
    results[row] = { ...figure, ...run }
    console.error(`  ${row}: ${figure.shown} ${JSON.stringify(figure.figures)}`)
  }
  keepResults(results)
  writePage(goals, results)
}
console.log(tableOfGoals(goals, readResults()))
