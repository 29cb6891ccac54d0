import { setTimeout as pause } from 'node:timers/promises'
import { owner } from '@tuma/chaos/network'
import { visitor } from '@tuma/one-process/visitor'
import type { Installation } from '../installation.ts'
import { type HttpRequest, openHttpClient } from '../measuring/http-client.ts'
import { parcel } from '../senders.ts'

/** `busy`: refused for now (503). `lost`: the connection ended without an answer. `other` by status and path. */
export type Outcomes = { taken: number; busy: number; lost: number; readonly other: Record<string, number> }

type Headers = Readonly<Record<string, string>>
type Sent = { readonly _id: string; readonly trackingId: string }
type People = Awaited<ReturnType<typeof openPeople>>

const screenMs = 2000
const password = owner.ADMIN_PASSWORD

class NotDone extends Error {
  readonly status: number
  constructor(status: number, path: string) {
    super(`${status} ${path.split('/').slice(0, 4).join('/')}`)
    this.status = status
  }
}

/** An agent, the office and strangers, and how they call the API. Each call throws NotDone if it is refused. */
const openPeople = async (url: string) => {
  let httpClient = openHttpClient(url)
  const insist = async (asked: HttpRequest): Promise<string> => {
    const { status, body } = await httpClient.ask(asked)
    if (status >= 300) throw new NotDone(status, asked.path)
    return body
  }
  const logIn = async (email: string): Promise<Headers> => {
    const body = await insist({ method: 'POST', path: '/api/users/login', body: { email, password } })
    return { authorization: `Bearer ${JSON.parse(body).token}` }
  }
  return {
    ...{ url, agent: await logIn('sending@tuma.test'), admin: await logIn(owner.ADMIN_EMAIL) },
    insist,
    get: (path: string, headers: Headers = {}) => insist({ path, headers }),
    close: () => httpClient.close(),
    closeConnections(): void {
      httpClient.close()
      httpClient = openHttpClient(url)
    },
  }
}

const sendParcel = async ({ insist }: People, number: number): Promise<Sent> => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const sent = { method: 'POST', path: '/api/doorstep/deliveries', headers, body: parcel(number) } as const
  return JSON.parse(await insist(sent))
}

const sendOff = async ({ agent, insist, get }: People, riderId: string, { _id, trackingId }: Sent): Promise<void> => {
  const put = (path: string, body: object) => insist({ method: 'PUT', path, headers: agent, body })
  await put(`/api/doorstep/assign-rider/${_id}`, { riderId })
  await put(`/api/agent/update-intransit/${_id}`, {})
  await get(`/api/agent/generate-pdf/${trackingId}`, agent)
  await get(`/api/agent/label/${trackingId}`, agent)
}

const openScreen = async ({ url, agent }: People): Promise<void> => {
  const answer = await fetch(`${url}/api/events`, { headers: agent, signal: AbortSignal.timeout(screenMs) })
  if (!answer.ok) throw new NotDone(answer.status, '/api/events')
  await answer.text().catch(() => '')
}

const logInAndOut = async ({ url }: People): Promise<void> => {
  const person = visitor(url)
  const { status } = await person.post('/api/users/login', { email: 'client@tuma.test', password })
  if (status >= 300) throw new NotDone(status, '/api/users/login')
  await person.get('/api/users/logout')
}

/** One parcel, and the other calls that belong to it: each of them once in a number of visits. */
const visit = async (people: People, riderId: string, number: number): Promise<void> => {
  const { get, agent, admin } = people
  const isEvery = (times: number) => number % times === 0
  const sent = await sendParcel(people, number)
  await get(`/api/agent/track/${sent.trackingId}`)
  if (isEvery(10)) await sendOff(people, riderId, sent)
  if (isEvery(5)) await get('/api/agent/dropping-deliveries?limit=50', agent)
  if (isEvery(10)) await get('/api/admin/deliveries?limit=50', admin)
  if (isEvery(10)) await Promise.all([get('/'), get(`/t/${sent.trackingId}`)])
  if (isEvery(20)) await openScreen(people)
  if (isEvery(50)) await logInAndOut(people)
}

const noneYet = (): Outcomes => ({ taken: 0, busy: 0, lost: 0, other: {} })

const count = (outcomes: Outcomes, error: unknown): void => {
  if (!(error instanceof NotDone)) outcomes.lost += 1
  else if (error.status === 503) outcomes.busy += 1
  else outcomes.other[error.message] = (outcomes.other[error.message] ?? 0) + 1
}

/**
 * People who come one after the other. Each sends a parcel to a door and tracks it; every tenth parcel gets a rider and
 * leaves, and its receipt and label are drawn; agents and the office read lists, people log in and out, pages are
 * opened, and screens listen for a while. After each stretch all connections are closed.
 */
export const openVisits = async ({ product, network: { riderId } }: Installation) => {
  const people = await openPeople(product.url)
  let number = 0
  const counted = async (outcomes: Outcomes): Promise<void> => {
    number += 1
    await visit(people, riderId, number).then(
      () => {
        outcomes.taken += 1
      },
      (error) => count(outcomes, error),
    )
  }
  return {
    /** This many people at once; each is followed by the next. */
    async oneAfterTheOther(atOnce: number, seconds: number): Promise<Outcomes> {
      const outcomes = noneYet()
      const until = performance.now() + seconds * 1000
      const each = async () => {
        while (performance.now() < until) await counted(outcomes)
      }
      await Promise.all(Array.from({ length: atOnce }, each))
      people.closeConnections()
      return outcomes
    },
    /** This many people a second, whether or not the others have been answered. */
    async everySecond(rate: number, seconds: number): Promise<Outcomes> {
      const outcomes = noneYet()
      const began = performance.now()
      const underWay: Promise<void>[] = []
      for (let due = 0; due < rate * seconds; due += 1) {
        const wait = began + (due * 1000) / rate - performance.now()
        if (wait > 1) await pause(wait)
        underWay.push(counted(outcomes))
      }
      await Promise.all(underWay)
      people.closeConnections()
      return outcomes
    },
    close: people.close,
  }
}
