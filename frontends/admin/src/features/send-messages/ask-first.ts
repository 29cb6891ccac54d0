import { isMarketingHour, isMobile, smsOptOutLine, smsSegments } from '@tuma/contracts/vocabulary'
import { api, confirm, queryClient, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', hour: '2-digit', minute: '2-digit' })

/**
 * What has gone out can't be called back, and people pay for it with their sleep and we with money: how many people, how
 * many SMS, what hour it is for them, what is left of the day. @throws ApiError when that can't be asked
 */
export const useAskFirst = () => {
  const text = useText(texts)
  return async (phones: readonly string[], message: string): Promise<boolean> => {
    const recipients = phones.filter(isMobile).length // no SMS reaches the others
    const { daily, left, at } = await queryClient.fetchQuery(api.marketing.smsBudget.queryOptions({ staleTime: 0 }))
    const needed = recipients * smsSegments(message + smsOptOutLine)
    const late = !isMarketingHour(at)
    const short = needed > left
    return confirm({
      title: text('sms.ask', { count: recipients }),
      text: [
        text('sms.ask.cost', { count: needed }),
        text(late ? 'sms.ask.late' : 'sms.ask.hour', { time: clock.format(new Date(at)) }),
        text(short ? 'sms.ask.short' : 'sms.ask.left', { left, daily }),
      ].join(' '),
      yes: text('sms.ask.yes'),
      danger: late || short,
    })
  }
}
