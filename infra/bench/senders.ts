import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openKeepAliveAgent } from './measuring/http-client.ts'

/** Milliseconds until each request was answered, by the kind of answer. */
export type AnswerCounts = {
  readonly taken: number[]
  readonly busy: number[]
  /** The connection was open, and ended without an answer. */
  reset: number
  /** No process was listening: a balancer would have asked another replica. */
  refused: number
  readonly other: string[]
}

/** `retryAfterMs`: how long to wait before coming again, 0 where the answer does not say. */
type Answer =
  | { readonly status: number; readonly ms: number; readonly retryAfterMs: number }
  | { readonly failed: string }

/** When a person sends the next parcel after a busy answer: at once, or after the time that the answer says. */
export type ComesAgain = 'atOnce' | 'whenTold'

type Clock = { now(): number; wait(ms: number): Promise<unknown> }
const ofTheMachine: Clock = { now: () => performance.now(), wait: (ms) => pause(ms) }

/** People who send parcels from a shop to a door, paid there; on connections that stay open, as a balancer's do. */
export const openSenders = (url: string, clock: Clock = ofTheMachine) => {
  const agent = openKeepAliveAgent()
  let sent = 0

  const send = (): Promise<Answer> => {
    sent += 1
    const began = performance.now()
    return new Promise((resolve) => {
      const sentHeaders = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const how = { method: 'POST', agent, headers: sentHeaders }
      const asked = request(`${url}/api/doorstep/deliveries`, how, (answer) => {
        answer.resume()
        const { statusCode: status = 0, headers } = answer
        const retryAfterMs = 1000 * Number(headers['retry-after'] ?? 0)
        answer.once('end', () => resolve({ status, ms: performance.now() - began, retryAfterMs }))
        answer.once('error', (error) => resolve({ failed: String((error as NodeJS.ErrnoException).code) }))
      })
      asked.once('error', (error) => resolve({ failed: String((error as NodeJS.ErrnoException).code) }))
      asked.end(JSON.stringify(parcel(sent)))
    })
  }

  const count = (counts: AnswerCounts, answer: Answer): void => {
    if ('failed' in answer) {
      if (answer.failed === 'ECONNREFUSED') counts.refused += 1
      else counts.reset += 1
    } else if (answer.status === 201) counts.taken.push(answer.ms)
    else if (answer.status === 503) counts.busy.push(answer.ms)
    else counts.other.push(String(answer.status))
  }

  return {
    /** This many people; each sends the next parcel when the last is answered. */
    async oneAfterTheOther(people: number, seconds: number, comesAgain: ComesAgain = 'atOnce'): Promise<AnswerCounts> {
      const counts = createCounts()
      const until = clock.now() + seconds * 1000
      const each = async () => {
        while (clock.now() < until) {
          const answer = await send()
          count(counts, answer)
          if (comesAgain === 'whenTold' && 'status' in answer && answer.retryAfterMs > 0)
            await clock.wait(answer.retryAfterMs)
        }
      }
      await Promise.all(Array.from({ length: people }, each))
      return counts
    },
    /** This many a second, whether or not the others have been answered. */
    async everySecond(rate: number, seconds: number): Promise<AnswerCounts> {
      const counts = createCounts()
      const began = performance.now()
      const underWay: Promise<void>[] = []
      for (let due = 0; due < rate * seconds; due += 1) {
        const wait = began + (due * 1000) / rate - performance.now()
        if (wait > 1) await pause(wait)
        underWay.push(send().then((answer) => count(counts, answer)))
      }
      await Promise.all(underWay)
      return counts
    },
    close: () => agent.destroy(),
  }
}

const createCounts = (): AnswerCounts => ({ taken: [], busy: [], reset: 0, refused: 0, other: [] })

const phone = (n: number): string => `07${String(10_000_000 + (n % 80_000_000)).padStart(8, '0')}`

/** The form of a doorstep parcel, with phones of its own. */
export const parcel = (n: number) => ({
  sender: {
    name: 'Wanjiku Kamau',
    phone: phone(2 * n),
    location: 'NAIROBI CBD',
    dropoffAgent: 'Moi Avenue Stationers',
  },
  receiver: {
    name: 'Otieno Ouma',
    phone: phone(2 * n + 1),
    pickupLocation: 'THIKA',
    pickupAddress: 'House 4',
    moreDetails: 'Blue gate',
  },
  parcelDescription: 'A pair of shoes',
  paymentMethod: 'payOnDelivery',
  productPrice: 0,
})
