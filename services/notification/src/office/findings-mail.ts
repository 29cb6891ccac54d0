import type { DeliveryClient, IdentityClient, PaymentClient, RevenueClient } from '@tuma/contracts/services'
import { getEatDay, inNairobi } from '@tuma/contracts/vocabulary'
import { derivedId, pollUnderLease, type Streams } from '@tuma/platform/event-sourcing'
import { type AuditedService, findingsMail } from '../render-message/findings-mail.ts'
import type { Dispatcher } from '../sms-queue/dispatcher.ts'
import type { NotificationEvent } from '../stored-events.ts'
import { composeOfficeMail, type Office } from './compose-office-mail.ts'

/** The name in the store. */
const name = 'notification findings mail'
const looksEveryMs = 10 * 60_000
/** So that one mail has what the checks of the night found in all services. */
const firstHour = 7

type Asked = {
  readonly delivery: Pick<DeliveryClient, 'audited'>
  readonly identity: Pick<IdentityClient, 'audited'>
  readonly payment: Pick<PaymentClient, 'audited'>
  readonly revenue: Pick<RevenueClient, 'audited'>
  /** Notification's own. */
  readonly streams: Pick<Streams<NotificationEvent>, 'audited' | 'leaseFor'>
}

/** What the last full audit of each service found. @throws EngineAway when one of them does not answer */
const askAudits = async ({ delivery, identity, payment, revenue, streams }: Asked): Promise<AuditedService[]> => {
  const audits = {
    delivery: delivery.audited(),
    identity: identity.audited(),
    payment: payment.audited(),
    revenue: revenue.audited(),
    notification: Promise.resolve(streams.audited()),
  }
  const names = Object.keys(audits) as (keyof typeof audits)[]
  return Promise.all(names.map(async (service) => ({ service, findings: (await audits[service]).findings })))
}

/**
 * Writes to CONTACT_EMAIL what the daily audits of all services found, at most once a day in Nairobi, from 7 o'clock on.
 * Only the replica with the lease looks. While one service does not answer, the mail waits for the next look.
 */
export const openFindingsMail = (
  deps: Asked & {
    readonly compose: Dispatcher['compose']
    readonly office: Office
    /** ISO instant */
    readonly now: () => string
    readonly onFault: (error: unknown) => void
  },
) => {
  const { streams, office, now, onFault } = deps
  /** The mail that this process has composed last and need not try again. */
  let composed: string | null = null

  const look = async (): Promise<void> => {
    const at = now()
    const messageId = derivedId('findings', getEatDay(at))
    if (composed === messageId || inNairobi(at).getUTCHours() < firstHour) return
    const audits = (await askAudits(deps)).filter(({ findings }) => findings.length > 0)
    if (audits.length === 0) return
    const mail = findingsMail({ audits, site: office.site })
    await composeOfficeMail(deps, { by: name, messageId, template: 'findings', at, mail })
    composed = messageId
  }
  const looks = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('findings-mail'), look, onFault })
  void looks.pollNow()
  return { close: looks.close }
}
