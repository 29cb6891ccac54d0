import './machine.ts'
import { parseArgs } from 'node:util'
import { plant } from './planted/planting.ts'
import type { Told } from './seed.ts'

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
if (values.fault) plant(values.fault)
const { runSeed } = await import('./seed.ts')

const first = Number(values.seed ?? values.from)
const count = values.seed ? 1 : Number(values.seeds)
const started = process.hrtime.bigint()
const told: Told[] = []
const isBroken = ({ broken }: Told): boolean => Object.keys(broken).length > 0
for (let seed = first; seed < first + count; seed++) {
  const one = await runSeed(seed)
  told.push(one)
  console.log(JSON.stringify(one))
  if (values.fault && isBroken(one)) break
}
const seconds = Number(process.hrtime.bigint() - started) / 1e9
const sum = (of: (one: Told) => number) => told.reduce((total, one) => total + of(one), 0)
console.error(
  `${told.length} seeds in ${seconds.toFixed(0)} s: ${sum((one) => one.commands)} commands, ${sum((one) => one.crashes)} crashes, ${sum((one) => one.steps)} steps; ${told.filter(isBroken).length} broken`,
)
process.exitCode = told.some(isBroken) ? 1 : 0
