import { webAppHeader } from '@tuma/contracts/vocabulary'
import { ApiError } from '@tuma/kit/runtime'

/** `name`: of a file whose call looks at it, at most 200 characters of it. */
type Sending = { readonly type?: string; readonly idempotencyKey?: string; readonly name?: string }

/** Sends a file from the disk as the body of a call, without loading it all into memory. @throws ApiError */
export const sendFile = async <Answer>(
  path: string,
  file: Blob,
  { type = file.type, idempotencyKey, name }: Sending = {},
): Promise<Answer> => {
  const headers = new Headers({ 'content-type': type, [webAppHeader]: '1' })
  if (name) headers.set('x-file-name', encodeURIComponent(Array.from(name).slice(0, 200).join('')))
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const address = `${window.location.origin}/api${path}`
  const request = new Request(address, { method: 'POST', body: file, credentials: 'include', headers })
  const answer = await window.fetch(request).catch(() => null)
  const body = answer && (await answer.json().catch(() => null))
  if (answer?.ok && body) return body
  const { code = 'unreachable', message = '', row } = body ?? {}
  throw new ApiError({ status: answer?.status ?? 0, code, message, details: row === undefined ? {} : { row } })
}
