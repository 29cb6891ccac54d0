import { told } from '../controls/running-control.ts'
import { computeMedian } from '../measuring/figures.ts'
import { ofAll } from '../measuring/machine.ts'
import type { Figures } from '../results.ts'

type Appends = { readonly cpuMs: number; readonly perSecond: number; readonly p50: number }

const inTurn = async (rounds: number, writers: number, count: number) => {
  const of: Record<'raw' | 'store', Appends[]> = { raw: [], store: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['raw', 'store'] as const)
      of[kind].push(await told<Appends>('appends', [kind, String(writers), String(count)], ofAll))
  const median = (kind: 'raw' | 'store', figure: keyof Appends) => computeMedian(of[kind].map((one) => one[figure]))
  return { median, ratio: (figure: keyof Appends) => median('raw', figure) / median('store', figure) }
}

/** Rows 1 and 2. */
export const appends = async (rounds: number): Promise<Figures> => {
  const many = await inTurn(rounds, 64, 20_000)
  const one = await inTurn(rounds, 1, 1000)
  const slower = 1 / one.ratio('p50')
  return {
    1: {
      shown: many.ratio('cpuMs').toFixed(2),
      figures: { rawMs: many.median('raw', 'cpuMs'), storeMs: many.median('store', 'cpuMs') },
    },
    2: {
      shown: `${slower.toFixed(2)}×`,
      figures: { rawP50: one.median('raw', 'p50'), storeP50: one.median('store', 'p50'), cpu: 1 / one.ratio('cpuMs') },
    },
  }
}
