import { accountHeader, asSignedIn, webAppHeader } from '@tuma/contracts/vocabulary'
import type { SavedStep, Sent } from '@tuma/kit/outbox'

/** A request on a network that hangs counts as one without an answer. */
const answerTimeoutMs = 30_000

type StepRequest = { readonly method: 'POST' | 'PUT'; readonly path: string; readonly body: object }

/** What a step asks of the API. Its `input` is what the screen gave to the outbox. */
function toRequest({ kind, input, doneAt }: SavedStep): StepRequest {
  switch (kind) {
    case 'scanIn': {
      const { code } = input as { readonly code: string }
      return { method: 'POST', path: '/agent/scan-in', body: { codes: [{ code, doneAt }] } }
    }
    case 'bindSticker': {
      const { deliveryId, sticker } = input as { readonly deliveryId: string; readonly sticker: string }
      return {
        method: 'PUT',
        path: `/agent/deliveries/${encodeURIComponent(deliveryId)}/sticker`,
        body: { sticker },
      }
    }
  }
}

/**
 * Sends a step under its key, for its own account only: the API refuses it to another session. An answer that is not our
 * API's (the login page of a shop's Wi-Fi) counts as none.
 */
export async function sendStep(step: SavedStep): Promise<Sent> {
  const { method, path, body } = toRequest(step)
  const request = new Request(`${location.origin}/api${path}`, {
    method,
    credentials: 'include',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': step.key,
      [webAppHeader]: asSignedIn,
      [accountHeader]: step.account,
    },
    body: JSON.stringify(body),
  })
  const response = await fetch(request, { signal: AbortSignal.timeout(answerTimeoutMs) })
  const { status, headers } = response
  if (!headers.get('content-type')?.includes('json')) return { status: status < 500 ? 0 : status, answer: null }
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
  const retryAfterMs = Number.isNaN(retryAfter) ? undefined : retryAfter * 1000
  return { status, answer: await response.json(), retryAfterMs }
}
