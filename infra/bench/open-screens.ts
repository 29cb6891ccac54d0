import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { owner } from '@tuma/chaos/network'
import { openInstallation, postDoorstep } from './installation.ts'
import { collectingAt } from './measuring/collect-garbage.ts'
import { upTo } from './measuring/http-client.ts'
import { ofAll } from './measuring/machine.ts'
import { openSamples } from './soak/soak-samples.ts'

/**
 * Whether open screens that come and go leave anything behind: this many are open at once, each for 0 to 60 seconds,
 * and one in five is closed before it is answered, while parcels are sent. After a minute, and after three times as
 * long, all are closed and a sample is taken:
 * `node infra/bench/open-screens.ts [--screens 300] [--minutes 10]`. Exit code 1 if the last sample has more than the
 * first, or if not all places are free again.
 */
const { values } = parseArgs({
  options: { screens: { type: 'string', default: '300' }, minutes: { type: 'string', default: '10' } },
})
const [screens, minutes] = [Number(values.screens), Number(values.minutes)]
const sendIntervalMs = 500
/**
 * For the memory that JavaScript holds after a forced collection. Resident memory also holds pages of the data file.
 */
const toleranceMiB = 2

const report = join(tmpdir(), `tuma-screens-${crypto.randomUUID()}`)
const installation = await openInstallation({
  imports: [collectingAt(report)],
  under: ofAll,
  settings: { LIVE_CONNECTIONS: String(screens), LIVE_CONNECTIONS_EACH: String(screens) },
})
const { product, folder, httpClient } = installation
const samples = openSamples(product.pid, folder, report)
const counts = { opened: 0, leftEarly: 0, refused: 0, told: 0, sent: 0 }

type Screen = { readonly path: string; readonly headers: Readonly<Record<string, string>> }
const signedIn = async (email: string): Promise<Screen> => {
  const body = { email, password: owner.ADMIN_PASSWORD }
  const answered = await httpClient.ask({ method: 'POST', path: '/api/users/login', body })
  return { path: '/api/events', headers: { authorization: `Bearer ${JSON.parse(answered.body).token}` } }
}
/** Half of the screens belong to strangers, a quarter to clients, a quarter to agents and the office. */
const openKinds = async (): Promise<readonly Screen[]> => {
  const { trackingId } = JSON.parse((await postDoorstep(installation)).body)
  const stranger = { path: `/api/events?trackingId=${trackingId}`, headers: {} }
  const [client, agent, admin] = await Promise.all(
    ['client@tuma.test', 'sending@tuma.test', owner.ADMIN_EMAIL].map(signedIn),
  )
  return [stranger, client, stranger, agent, stranger, client, stranger, admin].map((one) => one as Screen)
}

const open = ({ path, headers }: Screen): ClientRequest => {
  const asked = request(`${product.url}${path}`, { agent: false, headers })
  asked.once('error', () => undefined)
  asked.end()
  return asked
}
/** @returns whether the screen was accepted, and when it closes */
const stay = async (screen: Screen, until: () => number): Promise<boolean> => {
  const asked = open(screen)
  const [answer] = await once(asked, 'response').catch(() => [null])
  if (answer?.statusCode !== 200) {
    answer?.resume()
    counts.refused += 1
    await pause(200)
    return false
  }
  counts.opened += 1
  answer.on('data', (chunk: Buffer) => {
    if (chunk.includes('data: ')) counts.told += 1
  })
  answer.once('error', () => undefined)
  while (performance.now() < until()) await pause(100)
  asked.destroy()
  return true
}
const leaveEarly = async (screen: Screen): Promise<void> => {
  const asked = open(screen)
  await pause(Math.random() * 50)
  asked.destroy()
  counts.leftEarly += 1
}
/** Uses one place again and again. */
const comeAndGo = async (screen: Screen, end: number): Promise<void> => {
  while (performance.now() < end) {
    if (Math.random() < 0.2) await leaveEarly(screen)
    else {
      const leavesAt = Math.min(end, performance.now() + Math.random() * 60_000)
      await stay(screen, () => leavesAt)
    }
  }
}
const sendUntil = async (end: number): Promise<void> => {
  for (; performance.now() < end; await pause(sendIntervalMs)) {
    await postDoorstep(installation)
    counts.sent += 1
  }
}

try {
  const kinds = await openKinds()
  const assigned = upTo(screens).map((place) => kinds[place % kinds.length] as Screen)
  const load = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000
    await Promise.all([sendUntil(end), ...assigned.map((screen) => comeAndGo(screen, end))])
    httpClient.close()
  }
  const taken: Awaited<ReturnType<typeof samples.take>>[] = []
  for (const past of [1, 1 + (minutes - 1) / 3, 1 + (2 * (minutes - 1)) / 3, minutes]) {
    await load((past - (taken.at(-1)?.minute ?? 0)) * 60)
    taken.push(await samples.take(past))
    console.log(JSON.stringify({ ...taken.at(-1), ...counts }))
  }

  // Every place must be free again.
  const end = performance.now() + 5000
  const staying = await Promise.all(assigned.map((screen) => stay(screen, () => end)))
  const freeConnections = staying.filter(Boolean).length
  const [before, after] = [taken[0], taken.at(-1)]
  if (!before || !after) throw new Error('no sample was taken')
  const keeps = ({ heapUsed, external }: typeof before.collected) => (heapUsed + external) / 2 ** 20
  const grownMiB = keeps(after.collected) - keeps(before.collected)
  const sameHandles = JSON.stringify(after.handles) === JSON.stringify(before.handles)
  const holds = freeConnections === screens && sameHandles && grownMiB <= toleranceMiB
  console.log(JSON.stringify({ holds, screens, minutes, ...counts, freeConnections, sameHandles, grownMiB }))
  if (!holds) process.exitCode = 1
} finally {
  samples.close()
  await installation.close()
}
