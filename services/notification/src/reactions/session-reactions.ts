import { identityEvents } from '@tuma/contracts/events'
import type { IdentityClient } from '@tuma/contracts/services'
import type { Reaction } from '@tuma/platform/event-sourcing'
import { nairobiTime } from '../render-message/texts.ts'
import type { EnqueueNotice } from './parcel-notices.ts'
import { told } from './reactions.ts'

/** To an account: an admin has logged it out everywhere. */
export const sessionsEndedMail = ({ at, site }: { readonly at: string; readonly site: string }) => ({
  subject: 'You were logged out of Tuma',
  text: `Hello,

on ${nairobiTime(at)} our office logged you out on all devices. Log in again with your password.

If you do not know why, choose a new password first:
${site}/forgot-password

Habari,

tarehe ${nairobiTime(at, 'sw')} ofisi yetu imekutoa kwenye vifaa vyote. Ingia tena kwa nenosiri lako.

Kama hujui sababu, chagua nenosiri jipya kwanza:
${site}/forgot-password

Tuma`,
})

/** An admin ended all sessions of an account: it gets one email. @param deps.site without a slash at its end */
export const sessionReactions = (deps: {
  readonly identity: Pick<IdentityClient, 'mailAddress'>
  readonly enqueueNotice: EnqueueNotice
  readonly site: string
}): Reaction[] => [
  told(identityEvents.sessionsEnded, async ({ accountId, at }, message) => {
    const address = await deps.identity.mailAddress({ accountId })
    if (!address) return
    const template = 'sessionsEndedMail'
    const about = { occasion: `${message.id} ${template}`, about: accountId, role: 'account', language: 'en' } as const
    const mail = { to: address.email, ...sessionsEndedMail({ at, site: deps.site }), replyTo: null }
    const recipient = { personId: accountId, ...mail }
    await deps.enqueueNotice({ ...about, template, purse: null, channel: 'email', recipient }, message)
  }),
]
