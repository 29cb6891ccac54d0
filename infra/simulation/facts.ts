import { DatabaseSync } from 'node:sqlite'
import { eventsIn } from '@tuma/platform/engines'

/** As it lies in the file: read past everything of the product's but the names of its tables and how events are packed. */
export type Fact = {
  /** In its service alone. */
  readonly position: number
  /** ISO instant. */
  readonly at: string
  readonly service: string
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: of whatever event; what is missing breaks an invariant
  readonly data: any
  readonly commandId: string
  readonly correlationId: string
}
type Published = { readonly topic: string; readonly id: string; readonly key: string; readonly type: string }

const gone = 'gone_messages'

/** Messages that all have heard go: here they are put aside, or nobody could say afterwards what was published. */
export const keepMessages = (path: string): void => {
  const file = new DatabaseSync(path, { timeout: 5000 })
  file.exec(`create table if not exists ${gone} as select * from messages where false;
    create trigger if not exists ${gone} before delete on messages
      begin insert into ${gone} select old.position, old.topic, old.partition, old.message; end`)
  file.close()
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
    const published = file
      .prepare(`select topic, message from (select * from messages union all select * from ${gone}) order by position`)
      .all()
      .map(({ topic, message }): Published => ({ topic: String(topic), ...JSON.parse(String(message)) }))
    const parked = file.prepare('select consumers, reason, message from parked_messages').all()
    return { events, published, parked }
  } finally {
    file.close()
  }
}
export type Facts = ReturnType<typeof factsIn>

/** A message that is neither sent nor left to an admin, or a prompt that M-Pesa may still tell of. */
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

export const groupedBy = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
