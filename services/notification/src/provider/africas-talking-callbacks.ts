import { normalisePhone, Refused } from '@tuma/contracts/vocabulary'
import * as z from 'zod/mini'
import type { ReadCallback } from './provider.ts'

const field = z.string().check(z.maxLength(200))
const optOut = z.object({ phoneNumber: field })
const report = z.object({ id: field, status: field, failureReason: z.optional(field), phoneNumber: z.optional(field) })

/** Its addresses: `opt-out` and `delivery-report`. We store its own words for the result of an SMS. */
export const readAfricasTalkingCallback: ReadCallback = (path, fields) => {
  if (path === 'opt-out') {
    const phone = normalisePhone(read(optOut, fields).phoneNumber)
    if (phone === null) throw new Refused('bad_input', { field: 'phoneNumber' })
    return { kind: 'optOut', phone }
  }
  if (path !== 'delivery-report') return null
  const { id: providerId, status, failureReason = null, phoneNumber = '' } = read(report, fields)
  return { kind: 'report', report: { providerId, phone: normalisePhone(phoneNumber), status, failureReason } }
}

const read = <Schema extends z.ZodMiniType>(schema: Schema, fields: object): z.output<Schema> => {
  const parsed = z.safeParse(schema, fields)
  if (parsed.success) return parsed.data
  throw new Refused('bad_input', { field: parsed.error.issues[0]?.path.join('.') ?? '' })
}
