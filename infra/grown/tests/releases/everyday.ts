import { setTimeout as pause } from 'node:timers/promises'
import type { KeptMessage } from '@tuma/contracts/services'
import { onDelivery } from '../parcel.ts'
import type { Answer, Person } from '../person.ts'

/** A parcel that a client sends, and the steps that agents take with it. */
export type Parcel = { readonly trackingId: string; readonly _id: string; readonly fee: number }
export type People = {
  readonly nobody: Person
  readonly client: Person
  readonly agent: Person
  readonly admin: Person
  readonly riderId: string
}

const pauseMs = 100
const betweenParcelsMs = 500

export type EverydayUse = ReturnType<typeof openEverydayUse>

/** Parts of a message that hold only for a time: while a parcel can be collected, must be paid, or must be brought. */
const forNow =
  /(?<=^Tuma: )(?:booked|we have your parcel TM-[\w-]+)(?:, Ksh [\d,]+ paid)?\.| The receiver pays Ksh [\d,]+\.| (?:Pay Ksh [\d,]+ \(M-Pesa or cash\)|Nothing to pay)\.| Bring .*?(?= Track:)| Your code: \d{6}\.(?: Do not share it\.)?| Have Ksh [\d,]+ ready \(M-Pesa or cash\)\./g

/**
 * People use the product as on any day. What is refused because a part is away or busy they ask again, as people press
 * Try Again; every other refusal is kept. One counter takes parcels in and moves them on, one after the other, and another
 * person reads all the lists.
 */
export const openEverydayUse = (people: People) => {
  const asking = countedAsking()
  const counter = openCounter(people, asking.ask)
  const screens = openScreens(people, asking.ask, counter.parcels)
  let going = true

  const again = async (ms: number, what: () => Promise<void>): Promise<void> => {
    while (going) {
      // `failed` has the failure.
      await what().catch(() => undefined)
      await pause(ms)
    }
  }
  const running = Promise.all([
    again(betweenParcelsMs, async () => counter.end(await counter.begin())),
    again(pauseMs, screens.look),
  ])

  return {
    ...counter,
    ...screens,
    asked: asking.asked,
    failed: asking.failed,
    /** Resolves when all begun calls are done. */
    async stop() {
      going = false
      await running
    },
  }
}

type Ask = (person: Person, method: string, path: string, body?: object) => Promise<Answer['body']>

const countedAsking = () => {
  let asked = 0
  const failed: string[] = []
  const ask: Ask = async (person, method, path, body) => {
    asked += 1
    return person.insist(method, path, body).then(
      (answer) => answer.body,
      (error: Error) => {
        failed.push(error.message)
        throw error
      },
    )
  }
  return { ask, asked: () => asked, failed: (): readonly string[] => failed }
}

const openCounter = ({ client, agent, riderId }: People, ask: Ask) => {
  const parcels: Parcel[] = []
  /** The list may be a moment behind while one replica takes over from another. */
  const inTheList = async (trackingId: string): Promise<{ _id: string; deliveryFee: number }> => {
    for (;;) {
      const rows = await ask(agent, 'GET', '/api/agent/dropping-deliveries?status=uncollected')
      const row = rows.find((one: { trackingId: string }) => one.trackingId === trackingId)
      if (row) return row
      await pause(pauseMs)
    }
  }
  return {
    parcels: (): readonly Parcel[] => parcels,
    /** A client sends a parcel, and its agent puts it in transit. */
    async begin(): Promise<Parcel> {
      const { trackingId } = await ask(client, 'POST', '/api/doorstep/deliveries', onDelivery())
      const { _id, deliveryFee: fee } = await inTheList(trackingId)
      const parcel = { trackingId, _id, fee }
      parcels.push(parcel)
      await ask(agent, 'PUT', `/api/doorstep/assign-rider/${_id}`, { riderId })
      await ask(agent, 'PUT', `/api/agent/update-intransit/${_id}`, { status: 'inTransit' })
      return parcel
    },
    /** It is delivered and handed over. */
    async end({ _id }: Parcel): Promise<void> {
      await ask(agent, 'PUT', `/api/agent/update-received/${_id}`, { status: 'delivered' })
      await ask(agent, 'PUT', `/api/agent/update-collected/${_id}`, { status: 'collected' })
    },
  }
}

const openScreens = ({ nobody, client, agent, admin }: People, ask: Ask, parcels: () => readonly Parcel[]) => {
  const messages = new Map<string, KeptMessage>()
  /** It shows the newest messages only. */
  const outbox = async (): Promise<void> => {
    const newest: KeptMessage[] = await ask(nobody, 'GET', '/dev/outbox')
    for (const { text, ...message } of newest) {
      const kept = { ...message, text: text.replace(forNow, '') }
      messages.set(JSON.stringify(kept), kept)
    }
  }
  return {
    outbox,
    /** All messages that were ever seen in the outbox. */
    messages: (): readonly KeptMessage[] => [...messages.values()],
    /** Reads all lists that people look at. */
    async look(): Promise<void> {
      await outbox()
      await ask(nobody, 'GET', '/api/locations')
      await ask(client, 'GET', '/api/doorstep/getall/wanjiku')
      await ask(agent, 'GET', '/api/agent/dropping-deliveries')
      await ask(agent, 'GET', '/api/agent/receiving-deliveries')
      await ask(admin, 'GET', '/api/admin/deliveries')
      await ask(admin, 'GET', '/api/admin/deliveries/counts')
      for (const { trackingId, _id } of parcels().slice(-2)) {
        await ask(nobody, 'GET', `/api/agent/track/${trackingId}`)
        await ask(admin, 'GET', `/api/admin/deliveries/${_id}/history`)
      }
    },
  }
}
