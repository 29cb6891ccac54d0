import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How Africa's Talking behaves: it takes an SMS, takes it late, refuses it, or takes it and does not answer. */
export type ProviderBehaviour = 'sound' | 'slow' | 'failing' | 'silent'

type Sms = { readonly to: string; readonly text: string }

/** Of three SMS, the reports of this many come. A report to a product that is down is not repeated. */
const reportedOfThree = 2
const reportsWithinMs = 2000

/**
 * A server in place of Africa's Talking, which remembers every SMS that it took, and reports that it was delivered.
 * @param answersAfterMs in the behaviour `sound`
 */
export const openSmsProvider = async (answersAfterMs = 0) => {
  const taken: Sms[] = []
  let behaviour: ProviderBehaviour = 'sound'
  let reportsTo: string | null = null

  const report = async (number: string, id: number): Promise<void> => {
    if (reportsTo === null || id % 3 >= reportedOfThree) return
    await pause((id * 97) % reportsWithinMs, undefined, { ref: false })
    const body = new URLSearchParams({
      id: `taken-${id}`,
      status: 'Success',
      phoneNumber: number,
      networkCode: '63902',
    })
    await fetch(reportsTo, { method: 'POST', body }).catch(() => null)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await readText(request))
    if (behaviour === 'failing') return void response.writeHead(500).end()
    const text = form.get('message') ?? ''
    const numbers = (form.get('to') ?? '').split(',')
    const ids = numbers.map((number) => taken.push({ to: number.replace('+', ''), text }))
    for (const [place, number] of numbers.entries()) void report(number, ids[place] ?? 0)
    if (behaviour === 'silent') return void request.socket.destroy()
    const afterMs = behaviour === 'slow' ? 1500 : answersAfterMs
    if (afterMs > 0) await pause(afterMs)
    const Recipients = numbers.map((number, place) => ({ number, statusCode: 101, messageId: `taken-${ids[place]}` }))
    const body = JSON.stringify({ SMSMessageData: { Message: `Sent to ${numbers.length}`, Recipients } })
    response.writeHead(201, { 'content-type': 'application/json' }).end(body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next: ProviderBehaviour): void {
      behaviour = next
    },
    /** From now on it reports to this address. */
    reportTo(address: string): void {
      reportsTo = address
    },
    taken: () => taken as readonly Sms[],
    async close(): Promise<void> {
      server.close().closeAllConnections()
    },
  }
}
export type SmsProviderDouble = Awaited<ReturnType<typeof openSmsProvider>>

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
