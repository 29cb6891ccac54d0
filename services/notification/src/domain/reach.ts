import { type Role, roleFor } from './message.ts'
import type { MessageRow } from './message-views.ts'

/** After so many SMS in a row that expired we say that SMS can't reach a phone. */
const maxExpired = 2

type Row = Pick<MessageRow, 'messageId' | 'channel' | 'template' | 'createdAt' | 'report'>

/** The news of a phone that a parcel was given later: what was sent before it says nothing of that phone. */
const firstToNewPhone = 'numberGiven'

/** `numberChanged` goes to the phone before. */
const isToldNow = (template: string, role: Role): boolean => template !== 'numberChanged' && roleFor(template) === role

/**
 * What reports say of one person of a parcel, by the SMS they were sent: null where none has expired, else whether SMS
 * still reach them.
 * @param rows of one parcel, in any order
 */
export const reachedBy = (rows: readonly Row[], role: 'sender' | 'receiver'): boolean | null => {
  const told = rows
    .filter(({ channel, template }) => channel === 'sms' && template !== null && isToldNow(template, role))
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  const begin = told.findLastIndex(({ template }) => template === firstToNewPhone)
  const reports = told.slice(Math.max(0, begin)).map(({ report }) => report)
  if (!reports.includes('Expired')) return null
  const since = reports.slice(reports.lastIndexOf('Success') + 1)
  return since.filter((report) => report === 'Expired').length < maxExpired
}
