import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { owner, setUpNetwork } from '@tuma/chaos/network'
import { getSettings } from '@tuma/chaos/round'
import { openSmsProvider } from '@tuma/chaos/sms-provider'
import { startGrownOnRealEngines } from '@tuma/grown/testing'
import { visitor } from '@tuma/one-process/visitor'
import { computeMedian, ms } from './measuring/figures.ts'
import { machine } from './measuring/machine.ts'
import { getCommand, getCpuMs, toChildren } from './measuring/process-cost.ts'
import { parcel } from './senders.ts'

/**
 * How long people wait after a process of the grown form was killed: from its kill until it is ready, a person can log
 * in, a list answers, and an open screen is accepted; under a light load, on a real Kafka and Redis. `cpu` is the cost
 * of its start, so that a wait for a busy machine can be separated from other waits:
 * `node infra/bench/restart-times.ts [--process bff] [--kills 20]`.
 */
const { values } = parseArgs({
  options: { process: { type: 'string', default: 'bff' }, kills: { type: 'string', default: '20' } },
})
const pollMs = 50
const restMs = 3000
const sendIntervalMs = 250

const sms = await openSmsProvider()
const product = await startGrownOnRealEngines(getSettings(sms.url))
let over = false
const sent = { taken: 0, other: 0 }
const send = async (): Promise<void> => {
  const sender = visitor(product.url)
  for (let number = 0; !over; number += 1) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const status = await sender.post('/api/doorstep/deliveries', parcel(number), { headers }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 201) sent.taken += 1
    else sent.other += 1
    await pause(sendIntervalMs)
  }
}
const until = async (isTrue: () => Promise<boolean>, began: number): Promise<number> => {
  while (!(await isTrue().catch(() => false))) await pause(pollMs)
  return performance.now() - began
}

try {
  const { admin } = await setUpNetwork(() => visitor(product.url))
  const sending = send()
  const credentials = { email: owner.ADMIN_EMAIL, password: owner.ADMIN_PASSWORD }
  const logIn = async () => (await visitor(product.url).post('/api/users/login', credentials)).status === 200
  const list = async () => (await admin.get('/api/admin/deliveries?limit=10')).status === 200
  const listen = async () => (await admin.get('/api/events')).status === 200
  /** Of the process since it was started again, in milliseconds. */
  const cpuMs = (): number => {
    const pid = toChildren(process.pid).find((one) => getCommand(one).includes(`/${values.process}/src/main.ts`))
    return pid === undefined ? Number.NaN : getCpuMs(pid)
  }
  const names = ['ready', 'login', 'list', 'live', 'cpu'] as const
  const times: Record<(typeof names)[number], number>[] = []
  for (let kill = 1; kill <= Number(values.kills); kill += 1) {
    await pause(restMs)
    const before = { ...sent }
    const began = performance.now()
    await product.kill(values.process)
    const ready = product.start(values.process).then(() => ({ ready: performance.now() - began, cpu: cpuMs() }))
    const [login, listed, live] = await Promise.all([until(logIn, began), until(list, began), until(listen, began)])
    const one = { ...(await ready), login, list: listed, live }
    times.push(one)
    const shown = names.map((name) => `${name} ${ms(one[name] / 1000)} s`)
    const { taken, other } = { taken: sent.taken - before.taken, other: sent.other - before.other }
    console.log(`${kill}: ${shown.join(', ')}; meanwhile ${taken} parcels taken, ${other} not; load ${machine().load}`)
  }
  over = true
  await sending
  for (const name of names) {
    const those = times.map((one) => one[name] / 1000)
    console.log(`${name}: median ${ms(computeMedian(those))} s, at most ${ms(Math.max(...those))} s`)
  }
  if (product.said.length > 0) console.log(product.said.join('\n'))
} finally {
  over = true
  await product.close()
  await sms.close()
}
