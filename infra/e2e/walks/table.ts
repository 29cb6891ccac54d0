import type { Carried } from '../browser/slow-line.ts'
import type { DriverResult } from './driver.ts'
import { estimateSeconds } from './effort.ts'

/** One journey at one width. `failed` says in a line why it did not reach its goal. */
export type Figure = { journey: string; width: number; walked: DriverResult; carried: Carried; failed?: string }

/** The journeys of one walk. `on` is a day, as "2026-11-23"; `line` is the speed of the line. */
export type Round = { on: string; line: string; figures: readonly Figure[] }

/** Counted figures are shown width by width. Measured ones, which differ each time, are shown as a range. */
type Column = readonly [name: string, figure: (figure: Figure) => string, measured?: 'measured']

const whole = (number: number): string => String(Math.round(number))
const columns: readonly Column[] = [
  ['taps', ({ walked }) => whole(walked.effort.taps)],
  ['fields', ({ walked }) => whole(walked.effort.fields)],
  ['keys', ({ walked }) => whole(walked.effort.keys)],
  ['screens', ({ walked }) => walked.effort.screens.toFixed(1)],
  ['hand s', ({ walked }) => whole(estimateSeconds(walked.effort))],
  ['machine s', ({ walked }) => whole(walked.ms / 1000), 'measured'],
  ['requests', ({ carried }) => whole(carried.requests), 'measured'],
  ['KB', ({ carried }) => whole(carried.bytes / 1000), 'measured'],
]

const figureAt = (round: Round, journey: string, width: number): Figure | undefined =>
  round.figures.find((one) => one.journey === journey && one.width === width)

const said = (figure: Figure | undefined, [, of]: Column): string =>
  figure === undefined ? '–' : figure.failed ? '✗' : of(figure)

/** "341–344", and "–" where no journey was walked. */
const toRange = (round: Round, journey: string, widths: readonly number[], column: Column): string => {
  const cells = widths.map((width) => said(figureAt(round, journey, width), column))
  const numbers = cells.map(Number).filter((number) => !Number.isNaN(number))
  if (numbers.length === 0) return cells.includes('✗') ? '✗' : '–'
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)]
  return min === max ? String(min) : `${min}–${max}`
}

/** Figures that did not change are shown once. */
const beside = (figures: readonly string[]): string =>
  (new Set(figures).size === 1 ? figures[0] : figures.join(' → ')) ?? ''

/** "21 → 19" if it is the same at every width, otherwise one for each. */
const getCell = (rounds: readonly Round[], journey: string, widths: readonly number[], column: Column): string => {
  if (column[2]) return beside(rounds.map((round) => toRange(round, journey, widths, column)))
  const cells = widths.map((width) => beside(rounds.map((round) => said(figureAt(round, journey, width), column))))
  return new Set(cells).size === 1 ? (cells[0] ?? '') : cells.map((cell) => cell.replaceAll(' ', '')).join(' / ')
}

const getWidths = (rounds: readonly Round[]): number[] =>
  [...new Set(rounds.flatMap(({ figures }) => figures.map(({ width }) => width)))].sort((one, other) => one - other)

/** A row for each journey, in the order of `wants`; "before → after" where there are two rounds. @returns markdown */
export const getTable = (wants: ReadonlyMap<string, string>, rounds: readonly Round[]): string => {
  const widths = getWidths(rounds)
  const head = ['Journey', ...columns.map(([name]) => name)]
  const rows = [...wants]
    .filter(([name]) => rounds.some(({ figures }) => figures.some(({ journey }) => journey === name)))
    .map(([name, says]) => [`**${name}**: ${says}`, ...columns.map((column) => getCell(rounds, name, widths, column))])
  return [
    `Where widths differ: ${widths.join(' / ')} px; seconds of the machine, requests and KB from the least to the most. A figure without an arrow has stayed.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

const counts = ['taps', 'fields', 'keys', 'screens'] as const
/** A difference up to this comes from longer texts, not from another way. */
const sameScreens = 0.25

/** Journeys that cost more than before, at which widths, and why. @returns markdown */
export const moreIn = (why: ReadonlyMap<string, string | undefined>, [before, after]: readonly Round[]): string =>
  [...why]
    .flatMap(([journey, because]) => {
      const byWidth = (after?.figures ?? []).toSorted((one, other) => one.width - other.width)
      const grown = byWidth.flatMap((now) => {
        const then = before && now.journey === journey ? figureAt(before, journey, now.width) : undefined
        if (!then) return []
        return counts
          .map((name) => [name, then.walked.effort[name], now.walked.effort[name]] as const)
          .filter(([name, was, is]) => is - was > (name === 'screens' ? sameScreens : 0))
          .map(([name, was, is]) => `${now.width} px ${name} ${+was.toFixed(1)} → ${+is.toFixed(1)}`)
      })
      return grown.length > 0 ? [`- **${journey}** (${grown.join(', ')}): ${because ?? 'why is not known'}`] : []
    })
    .join('\n')

type Said = readonly [what: string, where: string, width: number]

/** Each text once, with its screens and widths. */
const gathered = (said: readonly Said[]): string[] =>
  [...Map.groupBy(said, ([what]) => what)].map(([what, told]) => {
    const getWidths = (where: string): string => {
      const widths = told.filter(([, one]) => one === where).map(([, , width]) => width)
      return [...new Set(widths)].sort((one, other) => one - other).join(', ')
    }
    const places = Map.groupBy(new Set(told.map(([, where]) => where)), getWidths)
    return `- ${what}: ${[...places].map(([widths, wheres]) => `${wheres.join(', ')} (${widths})`).join('; ')}`
  })

/** Notes of the walk, with the journeys and widths of each. @returns markdown */
export const getNotes = ({ figures }: Round): string =>
  gathered(
    figures.flatMap(({ journey, width, walked, failed }) =>
      [...walked.notes, ...(failed ? [`not reached: ${failed}`] : [])].map((said) => [said, journey, width] as const),
    ),
  ).join('\n')

/** Faults of the screens, with the screens and widths of each. @returns markdown */
export const faultsIn = ({ figures }: Round): string =>
  gathered(
    figures.flatMap(({ width, walked }) =>
      walked.faults.map((said) => {
        const [fault = '', place = ''] = said.split(/, at (?=\/[^,]*$)/)
        return [fault, place, width] as const
      }),
    ),
  )
    .sort()
    .join('\n')
