import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handset } from './handset.ts'
import { phoneHtml, phoneScript } from './phone-html.ts'

/** A handler for Node and Express: paths outside /dev/phone go on to `next`, or are answered with not found. */
export type PhonePage = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

const page = '/dev/phone'
const maxShown = 20
const digest = createHash('sha256').update(phoneScript).digest('base64')
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The payer's handset, for a demonstration that keeps nothing private: it shows the prompts of every phone. */
export const phonePage =
  ({ handset }: { readonly handset: Handset }): PhonePage =>
  (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://phone')
    if (pathname !== page && !pathname.startsWith(`${page}/`)) {
      if (next) next()
      else response.writeHead(404).end()
      return
    }
    answer(handset, pathname.slice(page.length), request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400)
      response.end()
    })
  }

const answer = async (handset: Handset, path: string, request: IncomingMessage, response: ServerResponse) => {
  const { method } = request
  if (path === '' && method === 'GET') {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
    response.writeHead(200, { ...headers, 'cache-control': 'no-store' }).end(phoneHtml)
    return
  }
  if (path === '/state' && method === 'GET') {
    const prompts = await handset.prompts()
    return json(response, 200, {
      prompts: prompts.slice(0, maxShown),
      messages: handset.messages().slice(0, maxShown),
    })
  }
  const press = presses[path]
  if (press === undefined || method !== 'POST') return json(response, 404, { message: 'There is no such page.' })
  const { 'content-type': type, 'sec-fetch-site': site } = request.headers
  if (!type?.startsWith('application/json') || (site !== undefined && site !== 'same-origin'))
    return json(response, 403, { message: 'Only the handset itself may press its keys.' })
  const outcome = await press(handset, await getBody(request))
  return json(response, 'message' in outcome ? 409 : 200, outcome)
}

type Press = (handset: Handset, body: Readonly<Record<string, unknown>>) => Promise<object>

const presses: Readonly<Record<string, Press>> = {
  async '/pin'(handset, { id, pin }) {
    if (!/^\d{4}$/.test(String(pin))) return { message: 'A PIN has four digits. Any four will do here.' }
    return (
      (await handset.enterPin(String(id))) ?? {
        message: 'That was not paid: it is over, or there is too little money.',
      }
    )
  },
  async '/cancel'(handset, { id }) {
    return (await handset.cancel(String(id))) ? {} : { message: 'That is over.' }
  },
  async '/pay'(handset, { phone, amount, name }) {
    const digits = String(phone)
      .replace(/\D/g, '')
      .replace(/^0?(?=[17]\d{8}$)/, '254')
    const paid = Number(amount)
    if (!/^254[17]\d{8}$/.test(digits)) return { message: 'A phone is 07… or 2547….' }
    if (!(paid >= 1 && paid <= 250_000)) return { message: 'An amount is 1 to 250,000 shillings.' }
    const called = String(name ?? '')
      .trim()
      .slice(0, 60)
    const done = await handset.payByHand({ phone: digits, amount: paid, name: called || undefined })
    return done ?? { message: 'There is too little money on that phone.' }
  },
  async '/reverse'(handset, { receipt }) {
    try {
      return handset.reverse(String(receipt).trim().toUpperCase())
    } catch {
      return { message: 'There is nothing to take back under that code.' }
    }
  },
}

const getBody = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    if (chunks.length > 16) throw new RangeError('The request is too long.')
  }
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
