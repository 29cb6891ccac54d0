import type { ServerResponse } from 'node:http'
import type { Fault } from './script.ts'
import { type Answer, refusal, type World } from './world.ts'

export const send = (response: ServerResponse, { status, body }: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const spikeArrest: Answer = {
  status: 429,
  body: {
    fault: { faultstring: 'Spike arrest violation', detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' } },
  },
}

const refusals: Partial<Record<Fault, readonly [code: string, text: string]>> = {
  spike: ['500.003.02', 'Error Occurred: Spike Arrest Violation'],
  quota: ['500.003.03', 'Error Occurred: Quota Violation'],
  bad_token: ['404.001.03', 'Invalid Access Token'],
  unavailable: ['500.003.1001', 'Service is temporarily unavailable. Please try again later'],
  empty_error: ['500.001.1001', ''],
}

/** A request that hangs is never answered, until its caller gives up. */
export const spoil = (world: World, response: ServerResponse, fault: Fault): void => {
  const said = refusals[fault]
  if (said !== undefined) send(response, refusal(world, ...said))
  if (fault === 'html' || fault === 'html_after')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Request unsuccessful.</body></html>')
  if (fault === 'cut' || fault === 'cut_after') response.destroy()
}
