import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillAtOnce } from '../filling/fill-at-once.ts'
import { type Call, callsAt, findSample } from '../measuring/call-times.ts'
import { computeMedian, ms, p99Of } from '../measuring/figures.ts'
import { upTo } from '../measuring/http-client.ts'
import { ofServer } from '../measuring/machine.ts'
import type { Figures } from '../results.ts'
import { startOn } from '../running-product.ts'

/** `keptIn`: the folder in which filled folders are kept; null: they are made for this run. */
export type Growth = { readonly small: number; readonly large: number; readonly keptIn: string | null }

const days = 30
const repeats = 100

/** One account for ten parcels, like people who know the product. */
const filled = async (deliveries: number, keptIn: string): Promise<string> => {
  const folder = join(keptIn, `tuma-${deliveries}`)
  if (existsSync(folder)) return folder
  // The final name exists only when the folder is complete, because a run may be killed.
  const begun = await mkdtemp(join(keptIn, 'tuma-filling-'))
  const base = new Date().toISOString()
  await fillAtOnce(begun, { deliveries, accounts: Math.ceil(deliveries / 10), days, base }, (done) => {
    if (done % 50_000 === 0) console.error(`  ${done} of ${deliveries} deliveries`)
  })
  await rename(begun, folder)
  return folder
}

const running = async (folder: string) => {
  const product = await startOn(folder, {}, { under: ofServer })
  const calls = await callsAt(product.url, await findSample(product.url))
  return { product, calls: new Map(calls.map((call) => [call.name, call])) }
}

const timed = async (call: Call): Promise<number[]> => {
  const times: number[] = []
  for (const _ of upTo(repeats)) times.push(await call.ask())
  return times
}

type Times = { readonly p50: number; readonly p99: number }
type Compared = { readonly name: string; readonly small: Times; readonly large: Times }

const perCall: readonly (keyof Times)[] = ['p50', 'p99']
const getRatio = ({ small, large }: Compared, of: keyof Times): number => large[of] / small[of]

/**
 * As many rows as the other folder's list has: a larger installation fills more of a first page, and each row takes its
 * time on the way.
 */
const withRowsOf = (call: Call, other: Call): Call =>
  call.rows <= other.rows ? call : { ...call, ask: () => call.ask(Math.max(1, other.rows)) }

/**
 * Makes each call of both in turn, so that other work of the machine disturbs both alike, and one disturbed round
 * changes no median.
 */
const compared = async (small: Call, large: Call, rounds: number): Promise<Compared> => {
  const calls = { small: withRowsOf(small, large), large: withRowsOf(large, small) }
  const of: Record<keyof typeof calls, number[][]> = { small: [], large: [] }
  for (const _ of upTo(5)) for (const call of Object.values(calls)) await call.ask()
  for (const _ of upTo(rounds)) {
    of.small.push(await timed(calls.small))
    of.large.push(await timed(calls.large))
  }
  return { name: small.name, small: getTimes(of.small), large: getTimes(of.large) }
}

const getTimes = (rounds: readonly number[][]): Times => ({
  p50: computeMedian(rounds.map(computeMedian)),
  p99: computeMedian(rounds.map(p99Of)),
})

/** "p50 39 of 39 within 1.5×; 1.4× admin: /admin/users (3.1 ms)" */
const getShown = (each: readonly Compared[], of: keyof Times): string => {
  const within = each.filter((compared) => getRatio(compared, of) <= 1.5)
  const [worst] = each.toSorted((one, other) => getRatio(other, of) - getRatio(one, of))
  const max = worst ? `; ${getRatio(worst, of).toFixed(1)}× ${worst.name} (${ms(worst.large[of])} ms)` : ''
  return `${of} ${within.length} of ${each.length} within 1.5×${max}`
}

/**
 * Row 12: each list, count, search and detail that screens ask for, in a large installation beside a small one, with
 * the same number of rows.
 */
export const growth = async (rounds: number, { small, large, keptIn }: Growth): Promise<Figures> => {
  const place = keptIn ?? (await mkdtemp(join(tmpdir(), 'tuma-bench-')))
  const [few, many] = [await running(await filled(small, place)), await running(await filled(large, place))]
  try {
    const each: Compared[] = []
    for (const [name, call] of few.calls) {
      const other = many.calls.get(name)
      if (other) each.push(await compared(call, other, rounds))
    }
    const sizes = `${large.toLocaleString('en')} against ${small.toLocaleString('en')}`
    return {
      12: {
        shown: `${sizes}: ${perCall.map((of) => getShown(each, of)).join('. ')}`,
        figures: Object.fromEntries(
          each.flatMap((compared) =>
            perCall.flatMap((of) => [
              [`${compared.name}, small, ${of} ms`, compared.small[of]],
              [`${compared.name}, large, ${of} ms`, compared.large[of]],
            ]),
          ),
        ),
      },
    }
  } finally {
    await few.product.close()
    await many.product.close()
    if (keptIn === null) await rm(place, { recursive: true, force: true })
  }
}
