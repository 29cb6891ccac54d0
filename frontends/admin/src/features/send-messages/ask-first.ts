import type { ApiInputs } from '@tuma/contracts/api'
import { isMarketingHour, isMobile, smsOptOutLine, smsSegments } from '@tuma/contracts/vocabulary'
import { alert, api, confirm, queryClient, useText } from '@tuma/kit/runtime'
import { formatDateTime, formatTime } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/**
 * Asks before sending, because SMS can't be recalled and cost money: how many people, how many SMS, the hour in Kenya,
 * and the SMS left today. @throws ApiError if the server does not answer
 */
export const useAskFirst = () => {
  const ask = useQuestion()
  return async (phones: readonly string[], message: string): Promise<boolean> => {
    const people = phones.filter(isMobile).length // no SMS reaches the others
    const { daily, left, at } = await queryClient.fetchQuery(api.marketing.smsBudget.queryOptions({ staleTime: 0 }))
    const sms = people * smsSegments(message + smsOptOutLine)
    const again = await sentLately(message, at)
    return ask({ people, sms, budget: { daily, left }, at, again, leftOut: '' })
  }
}

const dayMs = 86_400_000

/**
 * When the same text was last sent within a day, and to how many people; the record does not say to whom. An SMS to one
 * person was a test.
 */
const sentLately = async (message: string, at: string): Promise<Again | null> => {
  const sent = await queryClient.fetchQuery(api.marketing.campaigns.queryOptions({ input: {}, staleTime: 0 }))
  const same = sent.filter(
    (one) =>
      one.message.replace(smsOptOutLine, '').trim() === message &&
      one.people > 1 &&
      Date.parse(at) - Date.parse(one.createdAt) < dayMs,
  )
  const count = same.reduce((sum, { accepted, unanswered }) => sum + accepted + unanswered, 0)
  return same[0] && count > 0 ? { count, at: same[0].createdAt } : null
}

/** Like `useAskFirst`, for all that match: the server counts them again. @returns how many people may get it; null: none */
export const useAskCampaign = () => {
  const text = useText(texts)
  const ask = useQuestion()
  return async (campaign: ApiInputs['marketing']['previewCampaign']): Promise<number | null> => {
    const asked = api.marketing.previewCampaign.queryOptions({ input: campaign, staleTime: 0 })
    const { people, hadOne, optedOut, ...costs } = await queryClient.fetchQuery(asked)
    if (people === 0) {
      await alert(text('sms.reaches', { count: 0 }), text('sms.noneLeft'))
      return null
    }
    const leftOut = [
      hadOne > 0 ? text('sms.leftOut.hadOne', { count: hadOne }) : '',
      optedOut > 0 ? text('sms.leftOut.optedOut', { count: optedOut }) : '',
    ]
    // People who are skipped for some days do not get the text twice.
    const again = campaign.quietDays ? null : await sentLately(campaign.message ?? '', costs.at)
    return (await ask({ ...costs, people, again, leftOut: leftOut.filter(Boolean).join(' ') })) ? people : null
  }
}

type Costs = {
  readonly people: number
  readonly sms: number
  readonly budget: { readonly daily: number; readonly left: number }
  readonly at: string
  readonly again: Again | null
  readonly leftOut: string
}

type Again = { readonly count: number; readonly at: string }

const useQuestion = () => {
  const text = useText(texts)
  return ({ people, sms, budget: { daily, left }, at, again, leftOut }: Costs): Promise<boolean> => {
    const late = !isMarketingHour(at)
    const short = sms > left
    return confirm({
      title: text('sms.ask', { count: people }),
      text: [
        again ? text('sms.ask.again', { count: again.count, when: formatDateTime(again.at) }) : '',
        text('sms.ask.cost', { count: sms }),
        text(late ? 'sms.ask.late' : 'sms.ask.hour', { time: formatTime(at) }),
        text(short ? 'sms.ask.short' : 'sms.ask.left', { left, daily }),
        leftOut,
      ]
        .filter(Boolean)
        .join(' '),
      yes: text('sms.ask.yes'),
      danger: late || short || again !== null,
    })
  }
}
