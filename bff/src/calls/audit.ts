import { addDays, type EatDay } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { realDay } from './days.ts'
import { answerRows, pageOf } from './rows.ts'

export const auditCalls = ({ api, services: { identity } }: Dependencies) => ({
  events: api.audit.events.handler(async ({ input, context }) => {
    const { kind = null, account: accountId = null } = input
    const day = input.day === undefined ? null : realDay('day', input.day)
    const range = { from: day && startOf(day), to: day && startOf(addDays(day, 1)) }
    const page = await identity.securityEvents({ kind, accountId, ...range, ...pageOf(input) })
    return answerRows(context, page).map(({ id: _id, accountId: id, name, role, ...row }) => ({
      _id,
      ...row,
      by: id === null ? null : { id, name, role },
    }))
  }),
})

const startOf = (day: EatDay): string => new Date(Date.parse(`${day}T00:00:00+03:00`)).toISOString()
