import { owner } from '@tuma/chaos/network'
import { startControl } from '../controls/running-control.ts'
import { type Installation, openInstallation, postDoorstep } from '../installation.ts'
import { getCost } from '../measuring/cost.ts'
import { computeMedian, ms, p99Of } from '../measuring/figures.ts'
import { atOnce, type HttpClient, upTo } from '../measuring/http-client.ts'
import { ofAll } from '../measuring/machine.ts'
import type { Figures } from '../results.ts'
import { sent } from './posting.ts'

type Headers = Readonly<Record<string, string>>

const got =
  (httpClient: HttpClient, path: string, people: number, count: number, headers: Headers = {}) =>
  async (): Promise<number> => {
    await atOnce(people, upTo(count), async () => {
      const { status, body } = await httpClient.ask({ path, headers })
      if (status !== 200) throw new Error(`${path} answered ${status} ${body.slice(0, 200)}`)
    })
    return count
  }

const aParcel = async (installation: Installation): Promise<string> => {
  const { body } = await postDoorstep(installation)
  return `/api/agent/track/${JSON.parse(body).trackingId}`
}

const signedIn = async ({ httpClient }: Installation, email: string, password: string): Promise<Headers> => {
  const { body } = await httpClient.ask({ method: 'POST', path: '/api/users/login', body: { email, password } })
  return { authorization: `Bearer ${JSON.parse(body).token}` }
}

/** Row 9: a parcel is looked up by its tracking id, 16 at once, against a row of equal size by its key. */
export const tracking = async (rounds: number): Promise<Figures> => {
  const [installation, control] = [await openInstallation(), await startControl()]
  try {
    const path = await aParcel(installation)
    const { body } = await installation.httpClient.ask({ path })
    const keep = { method: 'POST', path: '/kept', headers: { 'x-id': 'row' }, body: JSON.parse(body) } as const
    await control.httpClient.ask(keep)
    const theirs = (count: number) => got(control.httpClient, '/kept/row', 16, count)
    const ours = (count: number) => got(installation.httpClient, path, 16, count)
    await ours(6000)()
    await theirs(6000)()
    const [costs, controls]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      costs.push((await getCost(installation, ours(2000))).cpuMs)
      controls.push((await getCost(control, theirs(8000))).cpuMs)
    }
    const [cpuMs, controlMs] = [computeMedian(costs), computeMedian(controls)]
    const shown = `${(cpuMs / controlMs).toFixed(1)}× (${cpuMs.toFixed(2)} ms)`
    return { 9: { shown, figures: { cpuMs, controlMs, times: cpuMs / controlMs } } }
  } finally {
    await installation.close()
    await control.close()
  }
}

/** Row 10. */
export const lists = async (rounds: number): Promise<Figures> => {
  const installation = await openInstallation()
  try {
    await sent(installation, 16, 150)()
    const password = owner.ADMIN_PASSWORD
    const asked = [
      ['admin', '/api/admin/deliveries?limit=100', owner.ADMIN_EMAIL],
      ['agent', '/api/agent/dropping-deliveries?limit=100', 'sending@tuma.test'],
    ] as const
    const figures: Record<string, number> = {}
    for (const [name, path, email] of asked) {
      const headers = await signedIn(installation, email, password)
      const { body } = await installation.httpClient.ask({ path, headers })
      if (JSON.parse(body).length !== 100) throw new Error(`${path} has ${JSON.parse(body).length} rows`)
      const those = (count: number) => got(installation.httpClient, path, 4, count, headers)
      await those(300)()
      const costs: number[] = []
      for (let round = 0; round < rounds; round += 1) costs.push((await getCost(installation, those(200))).cpuMs)
      figures[name] = computeMedian(costs)
    }
    return { 10: { shown: `${asked.map(([name]) => `${name} ${ms(figures[name] ?? 0)}`).join(', ')} ms`, figures } }
  } finally {
    await installation.close()
  }
}

/** Row 14: parcels are looked up one after the other, first alone and then while 32 people sign in; on all cores. */
export const trackingBesideSignIns = async (rounds: number): Promise<Figures> => {
  const installation = await openInstallation({ under: ofAll })
  const { httpClient } = installation
  try {
    const path = await aParcel(installation)
    const timed = async (): Promise<number[]> => {
      const times: number[] = []
      for (const _ of upTo(1500)) times.push((await httpClient.ask({ path })).ms)
      return times
    }
    const credentials = { email: 'client@tuma.test', password: owner.ADMIN_PASSWORD }
    const logIn = () => httpClient.ask({ method: 'POST', path: '/api/users/login', body: credentials })
    const besideSignIns = async (): Promise<number[]> => {
      let over = false
      const signing = atOnce(32, upTo(32), async () => {
        while (!over) await logIn()
      })
      const times = await timed()
      over = true
      await signing
      return times
    }
    await timed()
    const [alone, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      alone.push(p99Of(await timed()))
      beside.push(p99Of(await besideSignIns()))
    }
    const [aloneMs, besideMs] = [computeMedian(alone), computeMedian(beside)]
    const shown = `${(besideMs / aloneMs).toFixed(1)}× (${ms(besideMs)} ms)`
    return { 14: { shown, figures: { aloneMs, besideMs, times: besideMs / aloneMs } } }
  } finally {
    await installation.close()
  }
}
