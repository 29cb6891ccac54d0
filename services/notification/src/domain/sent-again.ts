import { getEatDay, Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Role } from './message.ts'

/** An admin sent a message of a parcel again. `messageId`: the new message. */
export type SentAgainEvent = DomainEvent<
  'MessageSentAgain',
  {
    readonly deliveryId: string
    readonly template: string
    readonly role: Role
    readonly messageId: string
    readonly at: string
  }
>

type SendAgain = { readonly type: 'SendMessageAgain' } & SentAgainEvent['data']

export const sentAgainStream = (deliveryId: string): string => `again-${deliveryId}`

/** Of one parcel and day of Nairobi. */
const maxSentAgain = 3
/** Two admins who press at the same time send one message. */
const samePressMs = 60_000

type SentAgain = readonly SentAgainEvent['data'][]

/** How many more may be sent on the day of `at`, an ISO instant. */
export const leftToSendAgain = (sent: SentAgain, at: string): number =>
  Math.max(0, maxSentAgain - sent.filter((one) => getEatDay(one.at) === getEatDay(at)).length)

/** @throws Refused sent_just_now, sent_again_enough */
export const sentAgain: Decider<SentAgain, SendAgain, SentAgainEvent> = {
  initialState: [],
  decide: ({ type: _, ...data }, sent) => {
    const { template, role, at } = data
    const isSamePress = (one: SentAgainEvent['data']): boolean =>
      one.template === template && one.role === role && Date.parse(at) - Date.parse(one.at) < samePressMs
    if (sent.some(isSamePress)) throw new Refused('sent_just_now')
    if (leftToSendAgain(sent, at) === 0) throw new Refused('sent_again_enough', { max: maxSentAgain })
    return [{ type: 'MessageSentAgain', data }]
  },
  evolve: (sent, { data }) => [...sent, data],
}
