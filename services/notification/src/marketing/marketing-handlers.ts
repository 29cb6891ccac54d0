import { implement } from '@orpc/server'
import { notificationContract } from '@tuma/contracts/services'
import type { Collection } from '@tuma/platform/ports'
import type { CampaignRow } from '../domain/campaigns-view.ts'
import type { AudienceOf } from './audience.ts'
import type { campaigns } from './campaigns.ts'
import type { OptOuts } from './opt-outs.ts'

export type Marketing = {
  readonly marketing: Pick<ReturnType<typeof campaigns>, 'send' | 'sendToAudience'>
  readonly audienceOf: AudienceOf
  readonly campaigns: Collection<CampaignRow>
  readonly optOuts: OptOuts
  readonly smsBudget: () => Promise<{ daily: number; left: number; at: string }>
}

/** One text to many phones, and the opt-outs. */
export const marketingHandlers = (deps: Marketing) => {
  const { marketing, optOuts } = deps
  const contract = implement(notificationContract)

  return {
    sendBulkSms: contract.sendBulkSms.handler(async ({ input: { asked, phoneNumbers, message } }) => ({
      results: await marketing.send(asked, phoneNumbers, message),
    })),

    audience: contract.audience.handler(async ({ input: { phones, quietDays } }) => {
      const { phones: willing, ...leftOut } = await deps.audienceOf(phones, quietDays)
      return { people: willing.length, ...leftOut }
    }),
    sendCampaign: contract.sendCampaign.handler(({ input: { asked, ...wanted } }) =>
      marketing.sendToAudience(asked, wanted),
    ),
    campaigns: contract.campaigns.handler(async ({ input: { limit, cursor } }) => {
      const { documents, next } = await deps.campaigns.find({ limit, after: cursor })
      return { rows: documents, next, total: await deps.campaigns.count() }
    }),

    smsBudget: contract.smsBudget.handler(() => deps.smsBudget()),

    optOut: contract.optOut.handler(async ({ input: { asked, phone } }) => {
      await optOuts.add(asked, phone)
      return {}
    }),
    erasePhones: contract.erasePhones.handler(async ({ input: { asked, phones } }) => {
      await optOuts.erase(asked, phones)
      return {}
    }),
    optOuts: contract.optOuts.handler(({ input: { limit, cursor, search = null } }) =>
      optOuts.list(limit, cursor, search),
    ),
    optedOut: contract.optedOut.handler(async ({ input: { phones } }) => ({
      phones: [...(await optOuts.among(phones))],
    })),
  }
}
