import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Received = {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly apikey: string | string[] | undefined
  readonly contentType: string | undefined
  readonly form: URLSearchParams
}
type Answer = (received: Received, response: ServerResponse) => void

/** Builds each answer as the real one does; for tests only. */
export const wire = {
  /** @param codes by phone (+254…); 101 by default. A phone that it does not know is null: left out. */
  answering:
    (codes: { readonly [phone: string]: number | null } = {}): Answer =>
    ({ form }, response) => {
      const recipients = (form.get('to') ?? '').split(',').flatMap((number) => {
        const statusCode = codes[number] === undefined ? 101 : codes[number]
        if (statusCode === null) return []
        return statusCode <= 102
          ? [{ statusCode, number, status: 'Success', cost: 'KES 0.8000', messageId: `ATXid_${number.slice(1)}` }]
          : [{ statusCode, number, status: 'UserInBlacklist', cost: '0', messageId: 'None' }]
      })
      const sent = recipients.filter(({ statusCode }) => statusCode <= 102).length
      const Message = `Sent to ${sent}/${recipients.length} Total Cost: KES ${(sent * 0.8).toFixed(4)}`
      json(response, 201, { SMSMessageData: { Message, Recipients: recipients } })
    },
  invalidSender: ((_, response) =>
    json(response, 201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } })) as Answer,
  wrongKey: ((_, response) => response.writeHead(401).end('The supplied authentication is invalid')) as Answer,
  broken: ((_, response) => response.writeHead(502).end('<html>Bad Gateway</html>')) as Answer,
  notJson: ((_, response) => response.writeHead(201).end('<html>Sent</html>')) as Answer,
  elsewhere: ((_, response) => response.writeHead(307, { location: '/elsewhere' }).end()) as Answer,
  silence: (() => undefined) as Answer,
  dripping: ((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  }) as Answer,
  hangingUp: ((_, response) => response.destroy()) as Answer,
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Africa's Talking on a port of this machine: keeps its requests, answers as the test says, call by call. */
export const openAfricasTalkingStub = async () => {
  const received: Received[] = []
  const answers: Answer[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method, url: path, headers } = request
    const form = new URLSearchParams(await text(request))
    const call = { method, path, apikey: headers.apikey, contentType: headers['content-type'], form }
    received.push(call)
    const answer = answers.shift() ?? wire.answering()
    answer(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** For the next calls; after them everything is accepted. */
    willAnswer: (...next: Answer[]) => void answers.push(...next),
    /** The phones of each call. */
    sentTo: () => received.map(({ form }) => (form.get('to') ?? '').split(',')),
    /** Breaks all connections: what waits for an answer gets none. */
    hangUp: () => server.closeAllConnections(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
