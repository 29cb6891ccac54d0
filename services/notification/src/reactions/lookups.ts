import type { DeliveryClient, IdentityClient, PaymentClient, RevenueClient } from '@tuma/contracts/services'
import type { Reaction } from '@tuma/platform/event-sourcing'

/** What other services answer about the people and words of a message; notification stores none of it. */
export type Lookups = {
  readonly delivery: Pick<DeliveryClient, 'parties' | 'collectionCode' | 'decisionKey' | 'formerPhone'>
  readonly identity: Pick<IdentityClient, 'linkMail' | 'mailAddress' | 'smsNumber'>
  readonly payment: Pick<PaymentClient, 'leftUnused' | 'outgoingOne'>
  readonly revenue: Pick<RevenueClient, 'payToChange'>
}

/** The same question is asked once, and has one answer. */
const cached = <Call extends (input: never) => Promise<unknown>>(call: Call): Call => {
  const answers = new Map<string, Promise<unknown>>()
  const ask = (input: never) => {
    const question = JSON.stringify(input)
    const answer = answers.get(question) ?? call(input)
    answers.set(question, answer)
    return answer
  }
  return ask as Call
}

/** Codes and keys are not among them: each message asks for its own. */
const cachedLookups = ({ delivery, identity, payment, revenue }: Lookups): Lookups => ({
  delivery: {
    parties: cached(delivery.parties),
    collectionCode: delivery.collectionCode,
    decisionKey: delivery.decisionKey,
    formerPhone: delivery.formerPhone,
  },
  identity: {
    linkMail: cached(identity.linkMail),
    mailAddress: cached(identity.mailAddress),
    smsNumber: identity.smsNumber,
  },
  payment: { leftUnused: cached(payment.leftUnused), outgoingOne: cached(payment.outgoingOne) },
  revenue,
})

/**
 * The reactions of a topic, built for each event with lookups of its own: a reaction and the messages that it sends ask each
 * question once. A message that is sent later, or again, asks the services.
 */
export const askOnce = (lookups: Lookups, reactionsWith: (lookups: Lookups) => readonly Reaction[]): Reaction[] =>
  reactionsWith(lookups).map(({ published }, index) => ({
    published,
    async react(data, message) {
      await reactionsWith(cachedLookups(lookups))[index]?.react(data, message)
    },
  }))
