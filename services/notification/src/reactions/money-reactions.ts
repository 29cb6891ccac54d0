import { revenueEvents } from '@tuma/contracts/events'
import type { IdentityClient, RevenueClient } from '@tuma/contracts/services'
import { displayPhone, isMobile } from '@tuma/contracts/vocabulary'
import type { Reaction } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import type { Purse } from '../domain/purses.ts'
import type { Languages } from '../languages.ts'
import { moneySms, payToMail } from '../render-message/money-texts.ts'
import type { EnqueueNotice } from './parcel-notices.ts'
import { told } from './reactions.ts'

type SmsOfMoney = (texts: (typeof moneySms)['en']) => string
/** What we write to an account, sealed with its key. */
type Written = {
  readonly accountId: string
  readonly template: string
  readonly to: string
  readonly purse: Purse | null
}

/**
 * A new payout number: the old number, the new number and the email get a message. An agent gets one when the office
 * receives their cash. The words are stored at once, because later answers do not know the old number.
 */
export const moneyReactions = (deps: {
  readonly identity: Pick<IdentityClient, 'mailAddress' | 'smsNumber'>
  readonly revenue: Pick<RevenueClient, 'payToChange'>
  readonly languages: Pick<Languages, 'of'>
  readonly enqueueNotice: EnqueueNotice
  /** Without a slash at its end. */
  readonly site: string
  /** Where questions go, in local form; empty where there is none. */
  readonly contactPhone: string
}): Reaction[] => {
  const { identity, revenue, languages, enqueueNotice, site, contactPhone } = deps
  const about = ({ accountId, template, purse }: Written, because: Message) =>
    ({
      occasion: `${because.id} ${template}`,
      about: accountId,
      role: 'account',
      language: 'en',
      template,
      purse,
    }) as const
  const sms = async (written: Written, textIn: SmsOfMoney, because: Message) => {
    if (!isMobile(written.to)) return
    const text = textIn(moneySms[(await languages.of(written.to)) === 'sw' ? 'sw' : 'en'])
    const letter = { to: displayPhone(written.to), subject: null, text, replyTo: null }
    const recipient = { personId: written.accountId, ...letter }
    await enqueueNotice({ ...about(written, because), channel: 'sms', recipient }, because)
  }
  const mail = async (accountId: string, from: string, because: Message) => {
    const address = await identity.mailAddress({ accountId })
    if (!address) return
    const written = { accountId, template: 'payToMail', to: address.email, purse: null }
    const recipient = {
      personId: accountId,
      to: address.email,
      ...payToMail({ from, site, contactPhone }),
      replyTo: null,
    }
    await enqueueNotice({ ...about(written, because), channel: 'email', recipient }, because)
  }

  return [
    told(revenueEvents.payToChanged, async ({ accountId, changeId }, message) => {
      const change = await revenue.payToChange({ accountId, changeId })
      if (!change) return
      const { former, phone, payableFrom: from } = change
      if (former !== null)
        await sms(
          { accountId, template: 'payToLeft', to: former, purse: 'known' },
          (texts) => texts.payToLeft({ from, contactPhone }),
          message,
        )
      await sms(
        { accountId, template: 'payToGiven', to: phone, purse: 'known' },
        (texts) => texts.payToGiven({ from, contactPhone }),
        message,
      )
      await mail(accountId, from, message)
    }),
    told(revenueEvents.cashTakenIn, async ({ agentId, cents }, message) => {
      // An agent who is gone has no number.
      const number = await identity.smsNumber({ accountId: agentId })
      if (!number) return
      const written = { accountId: agentId, template: 'cashTakenIn', to: number.phone, purse: 'handled' } as const
      await sms(written, (texts) => texts.cashTakenIn({ cents, contactPhone }), message)
    }),
  ]
}
