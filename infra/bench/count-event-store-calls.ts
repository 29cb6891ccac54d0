import { openSync, writeSync } from 'node:fs'
import { EventStoreDBClient } from '@eventstore/db-client'

/**
 * Loaded before the product (`--import`): a file grows by one letter with each call to EventStoreDB: a appends, r reads
 * a stream, h reads the position of the log's end, l reads the log, s subscribes. The product does not know about it.
 */
const file = process.env.TUMA_BENCH_CALLS
type Call = (...given: never[]) => unknown

if (file) {
  const counted = openSync(file, 'a')
  const isBackwards = (options: unknown): boolean =>
    (options as { direction?: string } | undefined)?.direction === 'backwards'
  const letters: Readonly<Record<string, (options: unknown) => string>> = {
    appendToStream: () => 'a',
    readStream: () => 'r',
    readAll: (options) => (isBackwards(options) ? 'h' : 'l'),
    subscribeToAll: () => 's',
  }
  const calls = EventStoreDBClient.prototype as unknown as Record<string, Call>
  for (const [name, letter] of Object.entries(letters)) {
    const call = calls[name]
    if (!call) throw new Error(`the client has no ${name} any more`)
    calls[name] = function (this: unknown, ...given) {
      writeSync(counted, letter(given[0]))
      return call.apply(this, given)
    }
  }
}
