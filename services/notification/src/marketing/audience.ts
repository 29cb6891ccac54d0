import { displayPhone, isMobile } from '@tuma/contracts/vocabulary'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import type { MessageRow } from '../domain/message-views.ts'
import type { OptOutRow } from '../domain/opt-out.ts'

/** Sorts phones: those that a campaign would go to, in their order, and how many are left out for which reason. */
export type Audience = {
  readonly phones: string[]
  readonly notMobile: number
  readonly optedOut: number
  readonly hadOne: number
}
/** @param phones 254…, each once. @param quietDays leaves out phones with a campaign in so many days; 0 leaves out none */
export type AudienceOf = (phones: readonly string[], quietDays: number) => Promise<Audience>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Reads the read models, which may be a moment late. An opt-out in that moment is found when the SMS is sent.
 */
export const audiences = (deps: {
  readonly messages: Collection<MessageRow>
  readonly rows: Collection<OptOutRow>
  readonly environment: Environment
}): AudienceOf => {
  const { messages, rows, environment } = deps

  /** The phones that marketing went to, or may have gone to, as the rows show. */
  const writtenFor = async (days: number): Promise<Set<string>> => {
    const written = new Set<string>()
    if (days === 0) return written
    const from = new Date(Date.parse(environment.now()) - days * dayMs).toISOString()
    const ofMarketing = { where: { template: null, status: ['sent', 'held'] }, between: { from } }
    for await (const { to } of everyDocument(messages, ofMarketing)) written.add(to)
    return written
  }

  return async (phones, quietDays) => {
    const unwilling = new Set<string>()
    for await (const { phone } of everyDocument(rows)) unwilling.add(phone)
    const written = await writtenFor(quietDays)
    const mobiles = phones.filter(isMobile)
    const willing = mobiles.filter((phone) => !unwilling.has(phone))
    const quiet = willing.filter((phone) => !written.has(displayPhone(phone)))
    return {
      phones: quiet,
      notMobile: phones.length - mobiles.length,
      optedOut: mobiles.length - willing.length,
      hadOne: willing.length - quiet.length,
    }
  }
}
