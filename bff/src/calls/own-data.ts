import { limitRequests } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { ownPayTo } from './money.ts'
import { sentBy } from './sent-parcels.ts'

const hour = 60 * 60_000
/** The call asks every service for all data, so it is limited. */
const maxPerHour = 20
const eventsAtOnce = 500

export const ownDataCalls = ({ api, services, counts, environment }: Dependencies) => {
  const { delivery, identity, notification, payment, revenue } = services
  const pass = limitRequests(counts, { name: 'own data', max: maxPerHour, windowMs: hour })

  const readSecurityEvents = async (accountId: string) => {
    const found: Awaited<ReturnType<typeof identity.securityEvents>>['rows'] = []
    let cursor: string | null = null
    do {
      const asked = { kind: null, accountId, from: null, to: null, limit: eventsAtOnce, cursor }
      const page: Awaited<ReturnType<typeof identity.securityEvents>> = await identity.securityEvents(asked)
      found.push(...page.rows)
      cursor = page.next
    } while (cursor !== null)
    return found
  }

  return {
    download: api.ownData.download.handler(async ({ context }) => {
      const account = toUser(context)
      const { _id: accountId } = account
      const { actor } = context.caller
      await pass({ account: accountId })
      const parcels = await sentBy(delivery, actor, accountId)
      const deliveryIds = parcels.map(({ _id }) => _id)
      const payments = await payment.ofPayer({ actor })
      const events = await readSecurityEvents(accountId)
      const payTo = await revenue.payTo({ accountId })
      return {
        at: environment.now(),
        account,
        payTo: payTo && ownPayTo(payTo),
        parcels,
        payments: payments.map(({ sentence: message, ...paid }) => ({ ...paid, message })),
        messages: await notification.messagesTo({ accountId, deliveryIds }),
        sessions: await identity.sessions({ accountId, token: context.caller.token }),
        securityEvents: events.map(({ id: _id, accountId: _accountId, role: _role, name: _name, ...event }) => event),
      }
    }),
  }
}
