import type { DegradedEngine } from '@tuma/contracts/api'
import type { Dependencies, Services } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { endingFrom, leavingFrom, misleading } from '../misleading.ts'
import { accountNames } from './account-names.ts'
import { ownApproved, waitingApprovals } from './approval-counts.ts'
import { getParcels } from './parcels-of.ts'
import { answerRows, getPage } from './rows.ts'
import { isSilent, unlessAway } from './unless-away.ts'

const dayMs = 24 * 60 * 60 * 1000

export const operationCalls = ({ api, services, engines, settings, toCommandContext, environment }: Dependencies) => {
  const { delivery, identity, notification, payment } = services
  const listening = Object.values(toHearing(services))

  const withParcels = async <Row extends { readonly deliveryId: string | null }>(rows: readonly Row[]) => {
    const getParcel = await getParcels(
      delivery,
      rows.map(({ deliveryId }) => deliveryId),
    )
    return rows.map(({ deliveryId, ...row }) => ({ ...row, ...getParcel(deliveryId) }))
  }

  return {
    attention: attention({ api, services, environment }),
    startWarnings: api.operations.startWarnings.handler(async () => ({
      warnings: [...misleading(settings, await leavingFrom(notification)), ...(await endingFrom(payment))],
    })),
    readModels: api.operations.readModels.handler(() => readBehind({ services, engines })),
    parked: api.operations.parked.handler(async () => {
      const parked = await Promise.all(listening.map((service) => service.parked()))
      return parked.flat().sort((one, other) => Date.parse(one.parkedAt) - Date.parse(other.parkedAt))
    }),
    unsent: api.operations.unsent.handler(async ({ input, context }) => {
      const { rows, ...page } = await notification.unsent(getPage(input))
      return answerRows(context, { ...page, rows: await withParcels(rows) })
    }),
    repeated: api.operations.repeated.handler(async ({ input, context }) => {
      const { rows, ...page } = await notification.repeated(getPage(input))
      return answerRows(context, { ...page, rows: await withParcels(rows) })
    }),
    sendUnsent: api.operations.sendUnsent.handler(({ input, context }) =>
      notification.sendUnsent({ asked: toCommandContext(context, input), messageId: input.messageId ?? null }),
    ),
    dismissUnsent: api.operations.dismissUnsent.handler(({ input, context }) =>
      notification.dismissUnsent({ asked: toCommandContext(context, input), messageId: input.messageId ?? null }),
    ),
    budgets: api.operations.budgets.handler(async () => {
      const { stopped, ...budgets } = await notification.budgets()
      if (!stopped) return { ...budgets, stopped: null }
      const names = await accountNames(identity, [stopped.by])
      return { ...budgets, stopped: { since: stopped.since, by: names[stopped.by] ?? null } }
    }),
    stopStrangers: api.operations.stopStrangers.handler(async ({ input, context }) => {
      await notification.stopStrangers({ asked: toCommandContext(context, input), stop: input.stop })
      return { stopped: input.stop }
    }),
    /** Each service knows its own groups and ignores those of others. */
    replay: api.operations.replay.handler(async ({ input }) => {
      const replayed = await Promise.all(listening.map((service) => service.replay(input)))
      return { replayed: replayed.reduce((sum, given) => sum + given.replayed, 0) }
    }),
  }
}

/** What is behind, damaged or away, from all services that can answer. */
const readBehind = async ({ services, engines }: Pick<Dependencies, 'services' | 'engines'>) => {
  const hearing = toHearing(services)
  const names = Object.keys(services) as (keyof Services)[]
  const behind = await ofEach(services, (service) => service.behind())
  const lagging = await ofEach(hearing, (service) => service.lagging())
  const damaged = await ofEach(services, (service) => service.damaged())
  const collections = await ofEach(services, (service) => service.damagedCollections())
  const audited = await ofEach(services, async (service) => [await service.audited()])
  const again = await ofEach(services, (service) => service.publishedAgain())
  const degraded = await ofEach(services, (service) => service.degraded())
  const own = engines.degraded?.() ?? []
  const backup = own.find((one) => one.engine === 'backup')
  return {
    behind: behind.answers,
    lagging: lagging.answers.map(({ service, topic, messages, seconds }) => ({
      service,
      topic,
      messages,
      seconds,
    })),
    damaged: damaged.answers.map(({ stream, ...one }) => ({ ...one, ...kindAndId(stream) })),
    damagedCollections: collections.answers,
    findings: audited.answers.flatMap(({ service, findings }) =>
      findings.map(({ lastSeen: _, ...finding }) => ({ service, ...finding })),
    ),
    lastPass: audited.answers.map(({ service, lastPass }) => ({ service, at: lastPass })),
    ...(again.answers.length > 0 ? { publishedAgain: again.answers } : {}),
    unanswered: names.filter((name) =>
      [...behind.unanswered, ...lagging.unanswered, ...damaged.unanswered].includes(name),
    ),
    degraded: distinct([...own.filter((one) => one.engine !== 'backup'), ...degraded.answers]),
    ...(backup ? { backup: { state: backup.state, since: backup.since } } : {}),
  }
}

/** What does not move on, however long ago it began. */
const readStuck = async (delivery: Dependencies['services']['delivery']) => {
  const [held, stuck, lost] = await Promise.all(
    (['held', 'stuck', 'lost'] as const).map(async (needs) => {
      const { count, more } = await delivery.needing({ needs })
      return { count, more }
    }),
  )
  return held && stuck && lost ? { held, stuck, lost } : null
}

const attention = ({ api, services, environment }: Pick<Dependencies, 'api' | 'services' | 'environment'>) => {
  const { identity, payment, delivery, notification } = services
  return api.operations.attention.handler(async ({ context }) => {
    const { _id: viewer } = toUser(context)
    const parked = Promise.all(Object.values(toHearing(services)).map((service) => service.parked()))
    const before = new Date(Date.parse(environment.now()) - dayMs).toISOString()
    const [waiting, due, stuck, messages, unsent, approvals, approved, held, differences, books] = await Promise.all([
      unlessAway(delivery.needing({ needs: 'waiting' })),
      unlessAway(delivery.needing({ needs: 'due' })),
      unlessAway(readStuck(delivery)),
      unlessAway(parked),
      unlessAway(notification.unsent({ limit: 1, cursor: null })),
      unlessAway(waitingApprovals(identity, viewer)),
      unlessAway(ownApproved(identity, viewer)),
      unlessAway(payment.heldCounts()),
      unlessAway(payment.differenceCounts()),
      unlessAway(moneyCounts(services, before)),
    ])
    return {
      waiting: waiting && { count: waiting.count, more: waiting.more },
      due,
      stuck,
      parked: messages?.flat().length ?? null,
      unsent: unsent?.total ?? null,
      approvals: approvals && { count: approvals.total, more: approvals.more ?? false },
      approved: approved && { count: approved.total, more: false },
      money: held && {
        doubted: held.doubted,
        unchecked: held.unchecked,
        unclaimed: held.unclaimed,
        unused: held.unused,
      },
      statements: differences && {
        ...{ missing: differences.missing, differs: differences.differs, unclear: differences.unclear },
        paidOutMissing: differences.paidOutMissing,
        paidOutUnnoted: differences.paidOutUnnoted,
        paidOutDiffers: differences.paidOutDiffers,
      },
      books,
    }
  })
}

/** Counts of the books, and of money that left without a second admin. */
const moneyCounts = async ({ revenue, payment }: Pick<Services, 'revenue' | 'payment'>, before: string) => {
  const [counts, outgoing] = await Promise.all([revenue.moneyCounts({ before }), unlessAway(payment.outgoingCounts())])
  return outgoing ? { ...counts, unapproved: outgoing.missing } : counts
}

const toHearing = ({ identity, payment, delivery, revenue, notification }: Services) => ({
  ...{ identity, payment, delivery, revenue, notification },
})

/** Several processes report the same engine. */
const distinct = (degraded: readonly DegradedEngine[]): DegradedEngine[] => [
  ...new Map(degraded.map(({ engine, state }) => [`${engine} ${state}`, { engine, state }])).values(),
]

/** Streams are called `delivery-4f6b…`. */
const kindAndId = (stream: string): { readonly kind: string; readonly id: string } => {
  const [kind = '', ...id] = stream.split('-')
  return { kind, id: id.join('-') }
}

/**
 * A service that is away, or of a release that does not know the question, is named; the answers of the others are
 * shown.
 */
const ofEach = async <Name extends keyof Services, Client, Answer>(
  clients: Readonly<Record<Name, Client>>,
  ask: (client: Client) => Promise<readonly Answer[]>,
) => {
  const unanswered: (keyof Services)[] = []
  const getAnswers = async (service: Name) =>
    ask(clients[service]).then(
      (answers) => answers.map((one) => ({ service, ...one })),
      (error) => {
        if (!isSilent(error)) throw error
        unanswered.push(service)
        return []
      },
    )
  const answers = await Promise.all((Object.keys(clients) as Name[]).map(getAnswers))
  return { answers: answers.flat(), unanswered }
}
