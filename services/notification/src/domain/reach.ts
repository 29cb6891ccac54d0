import { type Role, roleFor } from './message.ts'
import type { MessageRow } from './message-views.ts'

/** After so many expired SMS in a row we say that SMS can't reach a phone. */
const maxExpired = 2

type Row = Pick<MessageRow, 'messageId' | 'channel' | 'template' | 'createdAt' | 'report'>

/** The templates to a corrected phone. What was sent before says nothing about that phone. */
const firstToNewPhone = 'numberGiven'

/** `numberChanged` goes to the old phone. */
const isToldNow = (template: string, role: Role): boolean => template !== 'numberChanged' && roleFor(template) === role

/**
 * What the reports of their SMS say about one person of a parcel: null where none has expired, else whether SMS still
 * reach them.
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
