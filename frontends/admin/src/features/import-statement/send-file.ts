import type { Statement } from '@tuma/contracts/api'
import { webAppHeader } from '@tuma/contracts/vocabulary'
import { ApiError } from '@tuma/kit/runtime'

/** As it stands on the disk: nobody holds all of it in memory. @throws ApiError */
export const sendFile = async (file: File): Promise<Statement> => {
  const headers = { 'content-type': 'text/csv', [webAppHeader]: '1' }
  const address = `${window.location.origin}/api/admin/statements`
  const request = new Request(address, { method: 'POST', body: file, credentials: 'include', headers })
  const answer = await window.fetch(request).catch(() => null)
  const body = answer && (await answer.json().catch(() => null))
  if (answer?.ok && body) return body
  const { code = 'unreachable', message = '', row } = body ?? {}
  throw new ApiError({ status: answer?.status ?? 0, code, message, details: row === undefined ? {} : { row } })
}
