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

type Compared = { readonly name: string; readonly smallMs: number; readonly largeMs: number; readonly times: number }

/**
 * Makes each call of both in turn, so that other work of the machine disturbs both alike, and one disturbed round
 * changes no median.
 */
const compared = async (small: Call, large: Call, rounds: number): Promise<Compared> => {
  const of: Record<'small' | 'large', number[]> = { small: [], large: [] }
  for (const _ of upTo(5)) for (const call of [small, large]) await call.ask()
  for (const _ of upTo(rounds)) {
    of.small.push(p99Of(await timed(small)))
    of.large.push(p99Of(await timed(large)))
  }
  const [smallMs, largeMs] = [computeMedian(of.small), computeMedian(of.large)]
  return { name: small.name, smallMs, largeMs, times: largeMs / smallMs }
}

/** Row 12: each list, count, search and detail that screens ask for, in a large installation beside a small one. */
export const growth = async (rounds: number, { small, large, keptIn }: Growth): Promise<Figures> => {
  const place = keptIn ?? (await mkdtemp(join(tmpdir(), 'tuma-bench-')))
  const [few, many] = [await running(await filled(small, place)), await running(await filled(large, place))]
  try {
    const each: Compared[] = []
    for (const [name, call] of few.calls) {
      const other = many.calls.get(name)
      if (other) each.push(await compared(call, other, rounds))
    }
    const within = each.filter(({ times }) => times <= 1.5)
    const [worst] = each.toSorted((one, other) => other.times - one.times)
    const max = worst ? `; ${worst.times.toFixed(1)}× ${worst.name} (${ms(worst.largeMs)} ms)` : ''
    const sizes = `${large.toLocaleString('en')} against ${small.toLocaleString('en')}`
    return {
      12: {
        shown: `${sizes}: ${within.length} of ${each.length} within 1.5×${max}`,
        figures: Object.fromEntries(
          each.flatMap(({ name, smallMs, largeMs }) => [
            [`${name}, small, ms`, smallMs],
            [`${name}, large, ms`, largeMs],
          ]),
        ),
      },
    }
  } finally {
    await few.product.close()
    await many.product.close()
    if (keptIn === null) await rm(place, { recursive: true, force: true })
  }
}
