import { type CommandContext, getTrace } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { messageDaysView } from '../domain/message-days-view.ts'
import { purseStates, purses } from '../domain/purses.ts'
import { strangers, strangersRow, strangersStream, strangersView } from '../domain/strangers.ts'
import type { NotificationSettings } from '../settings.ts'
import type { Dispatcher } from '../sms-queue/dispatcher.ts'
import type { NotificationEvent } from '../stored-events.ts'
import { openBudgetAlarm } from './budget-alarm.ts'
import { openSpending, spentOn } from './spending.ts'

type Deps = {
  readonly streams: Streams<NotificationEvent>
  readonly settings: Pick<NotificationSettings, 'SMS_DAILY_BUDGET' | 'UNKNOWN_MAILS_PER_DAY' | 'CONTACT_EMAIL'>
  /** Without a slash at its end. */
  readonly site: string
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}

/** The daily limits of messages, the switch that stops strangers, and the office's email when most is used. */
export const openBudgets = async ({ streams, settings, site, now, onFault }: Deps) => {
  const days = await streams.readModel(messageDaysView)
  const stopped = await streams.readModel(strangersView)
  const max = { sms: settings.SMS_DAILY_BUDGET, unknownMails: settings.UNKNOWN_MAILS_PER_DAY }
  const office = { to: settings.CONTACT_EMAIL, site }
  const handle = streams.getHandler(strangers)

  const calls: BudgetCalls = {
    async state() {
      const at = now()
      const [spent, stop] = await Promise.all([spentOn(days, at), stopped.get(strangersRow)])
      const states = purseStates(spent, max)
      return { purses: purses.map((purse) => ({ purse, ...states[purse] })), stopped: stop, at }
    },
    async stop(asked, stop) {
      const { actor } = asked
      if (actor.kind !== 'user' || actor.role !== 'admin') throw new Refused('not_allowed')
      const metadata = metadataFrom({ ...asked, actor: getTrace(actor) }, now())
      const type = stop ? 'StopStrangers' : 'AdmitStrangers'
      await handle(strangersStream, { type, at: metadata.at, by: actor.userId }, metadata)
    },
  }
  return {
    days,
    spend: openSpending({ days, strangers: stopped, max, now }),
    calls,
    alarm: (compose: Dispatcher['compose']) => openBudgetAlarm({ streams, days, max, compose, office, now, onFault }),
  }
}

export type BudgetCalls = {
  state(): Promise<{
    readonly purses: { purse: (typeof purses)[number]; spent: number; left: number }[]
    readonly stopped: { since: string; by: string } | null
    readonly at: string
  }>
  /** Resolves when the rows show it. @throws Refused('not_allowed'): the caller is no admin */
  stop(asked: CommandContext, stop: boolean): Promise<void>
}
