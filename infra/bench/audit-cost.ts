import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type HttpClient, openHttpClient } from './measuring/http-client.ts'
import { ofAll } from './measuring/machine.ts'
import { getCpuMs } from './measuring/process-cost.ts'
import { inFolder, type RunningProduct, startOn } from './running-product.ts'
import { parcel } from './senders.ts'

/**
 * The cost of the daily audit: two products beside each other on copies of one folder, under the same small load, one of
 * them without an auditor, and the CPU that each used of one core: `node infra/bench/audit-cost.ts [--deliveries 3000]
 * [--minutes 30]`. Exit code 1 where the auditor uses more than 2 %.
 */
const { values } = parseArgs({
  options: { deliveries: { type: 'string', default: '3000' }, minutes: { type: 'string', default: '30' } },
})
const [deliveries, minutes] = [Number(values.deliveries), Number(values.minutes)]
const maxShare = 0.02
/** Between two parcels, besides the time of the answers. */
const sendIntervalMs = 2000
const shownEveryMs = 5 * 60_000
/** After a start the products finish what is no part of an audit. */
const restMs = 60_000

const kinds = ['with', 'without'] as const
type Beside = { readonly product: RunningProduct; readonly client: HttpClient }
type Both = Readonly<Record<(typeof kinds)[number], Beside>>

const startBoth = async (folder: string): Promise<Both> => {
  const [marker, filled] = [join(folder, 'replaced'), join(folder, 'with')]
  await mkdir(filled)
  const fill = fileURLToPath(new URL('fill.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [fill, '--data', filled, '--deliveries', String(deliveries)])
  // A file with another time would count as changed since it was closed, and be examined.
  await cp(filled, join(folder, 'without'), { recursive: true, preserveTimestamps: true })
  const imports = [new URL('without-auditor.ts', import.meta.url).href]
  const started = async (kind: (typeof kinds)[number], settings: Record<string, string>): Promise<Beside> => {
    const product = await startOn(join(folder, kind), settings, { imports, under: ofAll })
    return { product, client: openHttpClient(product.url) }
  }
  const both = {
    with: await started('with', {}),
    without: await started('without', { TUMA_BENCH_WITHOUT_AUDITOR: marker }),
  }
  if (!existsSync(marker)) throw new Error('the auditor was not replaced')
  return both
}

/** A parcel is sent and tracked. */
const sendOne = async ({ client }: Beside, number: number): Promise<void> => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const path = '/api/doorstep/deliveries'
  const { status, body } = await client.ask({ method: 'POST', path, body: parcel(number), headers })
  if (status !== 201) throw new Error(`${path} answered ${status} ${body}`)
  await client.ask({ path: `/api/agent/track/${JSON.parse(body).trackingId}` })
}

const lookAt = (both: Both) => ({
  atMs: performance.now(),
  with: getCpuMs(both.with.product.pid),
  without: getCpuMs(both.without.product.pid),
})
type Look = ReturnType<typeof lookAt>
const sharesBetween = (before: Look, after: Look) => {
  const toShare = (kind: (typeof kinds)[number]) => (after[kind] - before[kind]) / (after.atMs - before.atMs)
  return { with: toShare('with'), without: toShare('without') }
}
const percent = (share: number) => `${(100 * share).toFixed(2)} %`
const show = (from: string, shares: ReturnType<typeof sharesBetween>): void =>
  console.log(
    `${from}: ${percent(shares.with)} of a core with the auditor, ${percent(shares.without)} without it, ${percent(shares.with - shares.without)} for it`,
  )

const measure = async (both: Both): Promise<number> => {
  await pause(restMs)
  const began = lookAt(both)
  let shown = began
  let sent = 0
  for (const until = began.atMs + minutes * 60_000; performance.now() < until; sent += 1) {
    for (const kind of kinds) await sendOne(both[kind], sent)
    await pause(sendIntervalMs)
    const now = lookAt(both)
    if (now.atMs - shown.atMs < shownEveryMs) continue
    show(`until minute ${Math.round((now.atMs - began.atMs) / 60_000)}`, sharesBetween(shown, now))
    shown = now
  }
  const shares = sharesBetween(began, lookAt(both))
  show(`${deliveries} parcels, ${minutes} minutes, ${sent} parcels sent to each`, shares)
  return shares.with - shares.without
}

await inFolder(async (folder) => {
  const both = await startBoth(folder)
  try {
    if ((await measure(both)) > maxShare) process.exitCode = 1
  } finally {
    for (const kind of kinds) {
      both[kind].client.close()
      await both[kind].product.close()
    }
  }
})
