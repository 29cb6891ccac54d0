import { isMarketingHour, Refused, smsOptOutLine, smsSegments } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { accountNames } from './account-names.ts'
import { answerRows, getPage } from './rows.ts'

type Matching = { readonly search?: string | undefined; readonly kind?: 'Sender' | 'Receiver' | undefined }

const rowsAtOnce = 500
/** No day's budget reaches further, and people who have had the message are left out of the next part. */
const maxPeople = 10_000

/** The phones of all matching people, each once. */
const getPhones = async (delivery: Services['delivery'], { search, kind }: Matching) => {
  const phones = new Set<string>()
  let cursor: string | null = null
  do {
    const asked = { search: search || null, type: kind ?? null, limit: rowsAtOnce, cursor }
    const page: Awaited<ReturnType<typeof delivery.contacts>> = await delivery.contacts(asked)
    for (const { phone } of page.rows) phones.add(phone)
    cursor = page.next
  } while (cursor !== null && phones.size < maxPeople)
  return { phones: [...phones], more: cursor !== null }
}

/** Marketing to all matching people. The matching happens here and now, not by what a screen has loaded. */
export const campaignCalls = ({ api, services, toCommandContext, environment }: Dependencies) => {
  const { delivery, identity, notification } = services
  const outsideHours = () => !isMarketingHour(environment.now())

  return {
    previewCampaign: api.marketing.previewCampaign.handler(
      async ({ input: { quietDays = 0, message, ...matching } }) => {
        const { phones, more } = await getPhones(delivery, matching)
        const { people, ...leftOut } = await notification.audience({ phones, quietDays })
        const { at, ...budget } = await notification.smsBudget()
        const segments = smsSegments((message ?? '') + smsOptOutLine)
        return { people, more, ...leftOut, segments, sms: people * segments, budget, at, outsideHours: outsideHours() }
      },
    ),

    sendCampaign: api.marketing.sendCampaign.handler(async ({ input, context }) => {
      const { quietDays = 0, message, people, ...matching } = input
      const { phones } = await getPhones(delivery, matching)
      const now = await notification.audience({ phones, quietDays })
      if (now.people > people) throw new Refused('audience_changed', { people: now.people })
      const sent = await notification.sendCampaign({
        asked: toCommandContext(context, input),
        phones,
        quietDays,
        message,
      })
      const { accepted } = sent
      const sentence =
        accepted > 0 ? `SMS sent successfully to ${accepted} recipients` : 'Failed to send SMS. Please try again.'
      return { success: accepted > 0, message: sentence, ...sent, outsideHours: outsideHours() }
    }),

    campaigns: api.marketing.campaigns.handler(async ({ input, context }) => {
      const rows = answerRows(context, await notification.campaigns(getPage(input)))
      const names = await accountNames(
        identity,
        rows.map(({ by }) => by),
      )
      return rows.map(({ campaignId: _id, text, by, attempted, ...row }) => ({
        ...row,
        _id,
        message: text,
        by: by === null ? null : { id: by, name: names[by] ?? null },
        unanswered: attempted - row.accepted - row.refused,
      }))
    }),
  }
}
