import { getEatDay, isNearlySpent } from '@tuma/contracts/vocabulary'
import { derivedId, pollUnderLease, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { MessageDayRow } from '../domain/message-days-view.ts'
import { type DayLimits, type Purse, type PurseState, type PurseStates, purseStates, purses } from '../domain/purses.ts'
import { composeOfficeMail, type Office } from '../office/compose-office-mail.ts'
import { nearlySpentMail } from '../render-message/office-mail.ts'
import type { Dispatcher } from '../sms-queue/dispatcher.ts'
import type { NotificationEvent } from '../stored-events.ts'
import { spentOn } from './spending.ts'

/** The name in the store. */
const name = 'notification budget alarm'
const looksEveryMs = 10_000

/** Writes to CONTACT_EMAIL when four fifths of a purse are used, once a day. Only the replica with the lease looks. */
export const openBudgetAlarm = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly days: Pick<Collection<MessageDayRow>, 'get'>
  readonly max: DayLimits
  readonly compose: Dispatcher['compose']
  readonly office: Office
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, days, max, office, now, onFault } = deps
  /** Messages that this process has composed already and need not try again. */
  const told = new Set<string>()
  let states: PurseStates | null = null

  const tell = async (purse: Purse, state: PurseState, at: string): Promise<void> => {
    const messageId = derivedId('nearly spent', purse, getEatDay(at))
    if (told.has(messageId)) return
    const mail = nearlySpentMail({ purse, ...state, at, ...office })
    await composeOfficeMail(deps, { by: name, messageId, template: 'nearlySpent', at, mail })
    told.add(messageId)
  }
  const look = async (): Promise<void> => {
    const at = now()
    states = purseStates(await spentOn(days, at), max)
    for (const purse of purses) if (isNearlySpent(states[purse])) await tell(purse, states[purse], at)
  }
  const looks = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('budget-alarm'), look, onFault })
  void looks.pollNow()
  return {
    /** As of the last look of this process; null where another replica looks. */
    states: () => states,
    close: looks.close,
  }
}
