import type { Carried } from '../slow-line.ts'
import { handSeconds } from './counting.ts'
import type { Walked } from './hand.ts'

/** One journey at one width. `failed` says in a line why its goal was not reached. */
export type Figure = { journey: string; width: number; walked: Walked; carried: Carried; failed?: string }

/** What was walked at one time. `on` is a day, as "2026-11-23"; `line` how slow. */
export type Round = { on: string; line: string; figures: readonly Figure[] }

type Column = readonly [name: string, figure: (figure: Figure) => string]

const whole = (number: number): string => String(Math.round(number))
const columns: readonly Column[] = [
  ['taps', ({ walked }) => whole(walked.effort.taps)],
  ['fields', ({ walked }) => whole(walked.effort.fields)],
  ['keys', ({ walked }) => whole(walked.effort.keys)],
  ['screens', ({ walked }) => walked.effort.screens.toFixed(1)],
  ['machine s', ({ walked }) => whole(walked.ms / 1000)],
  ['hand s', ({ walked }) => whole(handSeconds(walked.effort))],
  ['requests', ({ carried }) => whole(carried.requests)],
  ['KB', ({ carried }) => whole(carried.bytes / 1000)],
]

/** "21" where it is the same at every width, "3.1 / 2 / 0.4" where not. */
const joined = (cells: readonly string[]): string => (new Set(cells).size === 1 ? (cells[0] ?? '') : cells.join(' / '))

const cellsOf = (round: Round, journey: string, widths: readonly number[], [, figure]: Column): string => {
  const found = widths.map((width) => round.figures.find((one) => one.journey === journey && one.width === width))
  return joined(found.map((one) => (one === undefined ? '–' : one.failed ? '✗' : figure(one))))
}

const widthsOf = (rounds: readonly Round[]): number[] =>
  [...new Set(rounds.flatMap(({ figures }) => figures.map(({ width }) => width)))].sort((one, other) => one - other)

/** A row a journey, in the order of `wants`; "before → after" where there are two rounds. @returns markdown */
export const tableOf = (wants: ReadonlyMap<string, string>, rounds: readonly Round[]): string => {
  const widths = widthsOf(rounds)
  const head = ['Journey', ...columns.map(([name]) => name)]
  const rows = [...wants]
    .filter(([name]) => rounds.some(({ figures }) => figures.some(({ journey }) => journey === name)))
    .map(([name, says]) => [
      `**${name}**: ${says}`,
      ...columns.map((column) => rounds.map((round) => cellsOf(round, name, widths, column)).join(' → ')),
    ])
  return [
    `Where widths differ: ${widths.join(' / ')} px.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

type Said = readonly [what: string, where: string, width: number]

/** Each once, with where and at which widths it was. */
const gathered = (said: readonly Said[]): string[] =>
  [...Map.groupBy(said, ([what]) => what)].map(([what, told]) => {
    const widthsOf = (where: string): string => {
      const widths = told.filter(([, one]) => one === where).map(([, , width]) => width)
      return [...new Set(widths)].sort((one, other) => one - other).join(', ')
    }
    const places = Map.groupBy(new Set(told.map(([, where]) => where)), widthsOf)
    return `- ${what}: ${[...places].map(([widths, wheres]) => `${wheres.join(', ')} (${widths})`).join('; ')}`
  })

/** What was noted on the way, with the journeys and widths of each. @returns markdown */
export const notesOf = ({ figures }: Round): string =>
  gathered(
    figures.flatMap(({ journey, width, walked, failed }) =>
      [...walked.notes, ...(failed ? [`not reached: ${failed}`] : [])].map((said) => [said, journey, width] as const),
    ),
  ).join('\n')

/** What was seen to be wrong, with the screens and widths of each. @returns markdown */
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
