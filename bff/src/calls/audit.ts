import type { ApiInputs } from '@tuma/contracts/api'
import { addDays, type EatDay, getEatDay } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { buildCsv, eatTime } from './csv.ts'
import { realDay } from './days.ts'
import { answerRows, getPage } from './rows.ts'

type Row = Awaited<ReturnType<Services['identity']['securityEvents']>>['rows'][number]

export const auditCalls = ({ api, services: { identity }, environment }: Dependencies) => ({
  events: api.audit.events.handler(async ({ input, context }) => {
    const page = await identity.securityEvents({ ...buildFilter(input), ...getPage(input) })
    return answerRows(context, page).map(({ id: _id, accountId: id, name, role, aboutName = null, ...row }) => ({
      _id,
      ...row,
      aboutName,
      by: id === null ? null : { id, name, role },
    }))
  }),
  csv: api.audit.csv.handler(({ input, context }) => {
    const filter = buildFilter(input)
    return buildCsv(context, `audit_${getEatDay(environment.now())}.csv`, columns, (page) =>
      identity.securityEvents({ ...filter, ...page }),
    )
  }),
})

/** @throws bad_input with a day that does not exist */
const buildFilter = (input: NonNullable<ApiInputs['audit']['csv']>) => {
  const { kind = null, account: accountId = null } = input
  const day = input.day === undefined ? null : realDay('day', input.day)
  return { kind, accountId, from: day && getStart(day), to: day && getStart(addDays(day, 1)) }
}

const getStart = (day: EatDay): string => new Date(Date.parse(`${day}T00:00:00+03:00`)).toISOString()

const columns: { readonly [title: string]: (row: Row) => string | number | null } = {
  First: ({ at }) => eatTime(at),
  Last: ({ lastAt }) => eatTime(lastAt),
  Times: ({ count }) => count,
  Kind: ({ kind }) => kind,
  Call: ({ what }) => what,
  Outcome: ({ outcome }) => outcome,
  Name: ({ name }) => name,
  Role: ({ role }) => role,
  Account: ({ accountId }) => accountId,
  Network: ({ network }) => network,
  About: ({ about }) => about,
  'About whom': ({ aboutName }) => aboutName ?? null,
}
