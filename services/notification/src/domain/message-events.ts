import type { DomainEvent } from '@tuma/platform/domain'
import type { Channel, Role } from './message.ts'
import type { Cost, Purse } from './purses.ts'

/** One text to one person: the message, every attempt, and its end. */
export type MessageEvent =
  | DomainEvent<
      'MessageComposed',
      {
        readonly channel: Channel
        /** Which text of the catalogue. */
        readonly template: string
        /** Id of the delivery, of the money sent, of the support message, or of the account and its link (`aboutLink`). */
        readonly about: string
        /** The role of the recipient. */
        readonly role: Role
        readonly language: 'en'
        /** The purse that it uses, as known when it is composed; null for an email without a limit. */
        readonly purse: Purse | null
        /** The words of a support message. Empty for every other (`unwritten`), which asks for its words when it is sent. */
        readonly recipient: {
          readonly personId: string
          readonly to: string
          readonly subject: string | null
          readonly text: string
          /** The reply address of an email, when it is not ours. */
          readonly replyTo: string | null
        }
        /** Why it is held, as a word. An admin sends it, or a shop's step releases it. */
        readonly held?: string | undefined
      }
    >
  /**
   * Recorded before the message goes to the provider: after a crash we know that it may have been sent.
   * `segments`: its use of the day from `purse`, in segments of SMS or one email; only the first attempt counts.
   * `ordered`: an admin, or a shop that has the parcel, has it sent; no provider has it yet, the next attempt is its own
   * event. `repeats`: an earlier attempt has no answer, so the person may get the message twice.
   */
  | DomainEvent<
      'SendAttempted',
      {
        readonly at: string
        readonly attempt: number
        readonly ordered?: true | undefined
        readonly repeats?: true | undefined
      } & Cost &
        Addressed
    >
  /** `saidOnHold`: its text said that the parcel is on hold, in place of its own. */
  | DomainEvent<
      'MessageSent',
      {
        readonly at: string
        readonly provider: string
        readonly providerId: string
        readonly saidOnHold?: true | undefined
      }
    >
  /** `unanswered`: the provider may have taken it, because its answer was lost. */
  | DomainEvent<
      'MessageFailed',
      {
        readonly at: string
        readonly attempt: number
        readonly reason: string
        readonly unanswered?: true | undefined
      }
    >
  /**
   * Left to an admin: nothing more happens by itself. It was too late to be sent, or it was held from the beginning
   * (`held` says why). Older ones have `budget`: the day's SMS were used up. A later attempt takes it up again. `held` is
   * `restored` where it waited until then, `unanswered` where it may have been sent, or `dismissed` by an admin: it is
   * never sent. A release that does not know that word treats it as left to an admin.
   */
  | DomainEvent<
      'MessageParked',
      { readonly at: string; readonly reason: 'attempts' | 'budget'; readonly held?: string | undefined }
    >

/** What an attempt says of its SMS. */
export type Addressed = {
  /** Keyed hash of the phone, by which a delivery report of the provider is recognised; missing for an email. */
  readonly phoneKey?: string | undefined
  /** Its text says that the parcel is on hold, in place of its own. */
  readonly saysOnHold?: true | undefined
}
