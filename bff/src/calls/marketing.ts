import { displayPhone, isMarketingHour } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { answerRows, getPage } from './rows.ts'
import { storedPhone } from './stored-phone.ts'

export const marketingCalls = ({
  api,
  services: { delivery, notification },
  toCommandContext,
  environment,
}: Dependencies) => ({
  contacts: api.marketing.contacts.handler(async ({ input, context }) => {
    const contacts = answerRows(
      context,
      await delivery.contacts({ search: input.search || null, type: input.kind ?? null, ...getPage(input) }),
    )
    const { phones } = await notification.optedOut({ phones: contacts.map(({ phone }) => phone) })
    const optedOut = new Set(phones)
    return contacts.map((contact) => ({
      ...contact,
      originalPhone: displayPhone(contact.phone),
      optedOut: optedOut.has(contact.phone),
    }))
  }),

  smsBudget: api.marketing.smsBudget.handler(() => notification.smsBudget()),

  sendBulkSms: api.marketing.sendBulkSms.handler(async ({ input, context }) => {
    const { results } = await notification.sendBulkSms({ asked: toCommandContext(context, input), ...input })
    const accepted = results.filter((result) => result.accepted).length
    return {
      success: accepted > 0,
      message:
        accepted > 0 ? `SMS sent successfully to ${accepted} recipients` : 'Failed to send SMS. Please try again.',
      accepted,
      outsideHours: !isMarketingHour(environment.now()),
      results,
    }
  }),

  optOuts: api.marketing.optOuts.handler(async ({ input, context }) =>
    answerRows(context, await notification.optOuts({ ...getPage(input), search: input.search || null })),
  ),
  optOut: api.marketing.optOut.handler(async ({ input, context }) => {
    await notification.optOut({ asked: toCommandContext(context, input), phone: storedPhone(input.phone) })
    return { message: 'This number gets no more marketing messages.' }
  }),
})
