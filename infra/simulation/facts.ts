import { DatabaseSync } from 'node:sqlite'
import { eventsIn } from '@tuma/platform/engines'

/**
 * An event as the file stores it. Reading uses nothing of the product except the names of its tables and how events are
 * packed.
 */
export type Fact = {
  /** Within its service. */
  readonly position: number
  /** ISO instant. */
  readonly at: string
  readonly service: string
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: of any event; what is missing breaks an invariant
  readonly data: any
  readonly commandId: string
  readonly correlationId: string
}
export const factsIn = (path: string) => {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const events = [...eventsIn(file)]
      .sort((one, other) => one.position - other.position)
      .map(({ position, service, stream, revision, id, type, data, metadata }): Fact => {
        const { at, commandId, correlationId } = metadata as Pick<Fact, 'at' | 'commandId' | 'correlationId'>
        return { position, at, service, stream, revision, id, type, data, commandId, correlationId }
      })
    const parked = file.prepare('select consumers, reason, message from parked_messages').all()
    return { events, parked, findings: findingsIn(file) }
  } finally {
    file.close()
  }
}
/** What the daily audit of each service found: a kind, and what it is about. */
const findingsIn = (file: DatabaseSync): string[] => {
  const tables = file
    .prepare("select name from sqlite_master where type = 'table' and name like '%/audit-findings'")
    .all()
  return tables.flatMap(({ name }) =>
    file
      .prepare(`select _id from "${name}" where _live = 1`)
      .all()
      .map(({ _id }) => `${name} ${_id}`),
  )
}

export type Facts = ReturnType<typeof factsIn>

/** A message that is neither sent nor left to an admin, or a prompt that M-Pesa may still report. */
export const isUnderWay = (path: string): boolean => {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = file
      .prepare(
        `select 1 from events as last
           where revision = (select max(revision) from events where service = last.service and stream = last.stream)
           and ((service = 'notification' and stream like 'message-%' and type not in ('MessageSent', 'MessageParked'))
             or (service = 'payment' and stream like 'checkout-%'
               and type in ('PromptAsked', 'PromptAttempted', 'PromptSent', 'PromptUnanswered')))`,
      )
      .all()
    return rows.length > 0
  } finally {
    file.close()
  }
}

/** Whether an SMS that was sent still lacks the result that its provider has reported: such a report is kept and tried again. */
export const isReportKept = (path: string, acceptedReports: ReadonlySet<string>): boolean => {
  const { events } = factsIn(path)
  const reported = new Set(
    events.filter(({ type }) => type === 'SmsDelivered' || type === 'SmsUndelivered').map(({ stream }) => stream),
  )
  return events
    .filter(({ type, data }) => type === 'MessageSent' && acceptedReports.has(data.providerId))
    .some(({ stream }) => !reported.has(smsReportStream(stream)))
}
const smsReportStream = (messageStream: string): string => messageStream.replace(/^message-/, 'smsreport-')

export const groupedBy = <T>(list: readonly T[], getKey: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = getKey(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
