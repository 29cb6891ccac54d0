import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@tuma/platform/engines'
import { computeMedian } from '../measuring/figures.ts'
import { atOnce, upTo } from '../measuring/http-client.ts'
import { openInserts } from './grouped-inserts.ts'

/**
 * Appends events of equal size, each into a stream of its own, with this many writers: `appends.ts raw|store WRITERS
 * COUNT`. Prints what one cost, in milliseconds of CPU of the whole process, and how long it took.
 */
const [kind = '', writers = '1', count = '1000'] = process.argv.slice(2)
const data = { trackingId: 'TM-ABCD-EFGH', parcelDescription: 'A pair of shoes', to: 'x'.repeat(350) }
const metadata = { at: new Date(0).toISOString(), commandId: crypto.randomUUID(), actor: { kind: 'system', name: 'x' } }
const checksum = '0123456789abcdef'
const folder = await mkdtemp(join(tmpdir(), 'tuma-appends-'))

/**
 * Inserts into the table that the store itself has made, with its indexes, so that the same bytes are written to the
 * disk.
 */
const rawInserts = async () => {
  const engines = await openEmbedded({ folder })
  const first = { id: crypto.randomUUID(), type: 'Kept', version: 1, data, metadata, checksum }
  await engines.of('bench').events.append('first', [first], 'no-stream')
  await engines.close()
  const columns = ['stream', 'revision', 'id', 'type', 'version', 'data', 'metadata', 'checksum']
  const { insert, close } = openInserts({
    path: join(folder, 'tuma.db'),
    table: '',
    insert: `insert into "bench events" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  })
  const texts = () => [JSON.stringify(data), JSON.stringify(metadata), checksum]
  return { append: (n: number) => insert([`s-${n}`, 0, crypto.randomUUID(), 'Kept', 1, ...texts()]), close }
}
const store = async () => {
  const engines = await openEmbedded({ folder })
  const { events } = engines.of('bench')
  const event = () => ({ id: crypto.randomUUID(), type: 'Kept', version: 1, data, metadata, checksum })
  return { append: (n: number) => events.append(`s-${n}`, [event()], 'no-stream'), close: engines.close }
}

const { append, close } = await (kind === 'raw' ? rawInserts() : store())
/** Appends until the log has grown to its full size; from then on no write makes it longer. */
const warm = Math.max(Math.ceil(Number(count) / 5), 6000)
await atOnce(Number(writers), upTo(warm), append)
const times: number[] = []
const [began, before] = [performance.now(), process.cpuUsage()]
await atOnce(Number(writers), upTo(Number(count)), async (n) => {
  const asked = performance.now()
  await append(warm + n)
  times.push(performance.now() - asked)
})
const { user, system } = process.cpuUsage(before)
const [cpuMs, wallMs] = [(user + system) / 1000 / Number(count), performance.now() - began]
console.log(JSON.stringify({ cpuMs, perSecond: (Number(count) * 1000) / wallMs, p50: computeMedian(times) }))
await close()
await rm(folder, { recursive: true, force: true })
