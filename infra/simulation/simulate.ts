import './machine.ts'
import { parseArgs } from 'node:util'
import { plantFault } from './planted/planting.ts'
import type { SeedResult } from './seed.ts'

/**
 * One process runs some seeds one after the other: a line of JSON each. With `--fault` only until the fault is found.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    fault: { type: 'string' },
  },
})
if (values.fault) plantFault(values.fault)
const { runSeed } = await import('./seed.ts')

const first = Number(values.seed ?? values.from)
const count = values.seed ? 1 : Number(values.seeds)
const started = process.hrtime.bigint()
const results: SeedResult[] = []
const isBroken = ({ broken }: SeedResult): boolean => Object.keys(broken).length > 0
for (let seed = first; seed < first + count; seed++) {
  const one = await runSeed(seed)
  results.push(one)
  console.log(JSON.stringify(one))
  if (values.fault && isBroken(one)) break
}
const seconds = Number(process.hrtime.bigint() - started) / 1e9
const sum = (of: (one: SeedResult) => number) => results.reduce((total, one) => total + of(one), 0)
console.error(
  `${results.length} seeds in ${seconds.toFixed(0)} s: ${sum((one) => one.commands)} commands, ${sum((one) => one.crashes)} crashes, ${sum((one) => one.steps)} steps; ${results.filter(isBroken).length} broken`,
)
process.exitCode = results.some(isBroken) ? 1 : 0
