import type { PromptState, Shillings } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { Payer } from '../payment.ts'
import { type PromptEvent, promptStream, stateAfter } from './prompt.ts'

export type PromptRow = {
  readonly promptId: string
  readonly phoneKey: string
  readonly payerKey: string | null
  readonly networkKey: string | null
  readonly widerNetworkKey: string | null
  /** The delivery of a prompt at the door. */
  readonly deliveryId: string | null
  /** The agent who pays cash in by it. */
  readonly drawer: string | null
  /** The payment that it was paid with; null before that. */
  readonly paymentId: string | null
  readonly amount: Shillings
  readonly state: PromptState
  readonly attemptedAt: string | null
  readonly sentAt: string | null
  readonly askedAt: string
}

const getKey = ({ key, nameKey }: Payer): string | null => key ?? nameKey

/**
 * Every prompt: whom it asked, who asked for it and what became of it. The limits use these rows, and the process that
 * checks open prompts.
 */
export const promptsView: View<PromptEvent, PromptRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'prompts-v5',
    shape: {
      promptId: 'text',
      phoneKey: 'text',
      payerKey: 'text or null',
      networkKey: 'text or null',
      widerNetworkKey: 'text or null',
      deliveryId: 'text or null',
      drawer: 'text or null',
      paymentId: 'text or null',
      amount: 'number',
      state: 'text',
      attemptedAt: 'text or null',
      sentAt: 'text or null',
      askedAt: 'text',
    },
    fields: {
      phoneKey: 'text',
      payerKey: 'text',
      networkKey: 'text',
      widerNetworkKey: 'text',
      deliveryId: 'text',
      drawer: 'text',
      paymentId: 'text',
      state: 'text',
      askedAt: 'text',
    },
    indexes: [
      ['phoneKey'],
      ['payerKey'],
      ['networkKey'],
      ['widerNetworkKey'],
      ['deliveryId'],
      ['drawer'],
      ['paymentId'],
      ['state'],
    ],
    unlisted: true,
    sortBy: 'askedAt',
  },
  getIds: ({ stream }) => [stream.slice(promptStream('').length)],
  project: (row, event, promptId) => {
    const { type, data } = event
    if (type === 'PromptAsked') {
      const { phoneKey, payer, networkKey, widerNetworkKey, deliveryId = null, payIn, amount, at } = data
      const keys = { phoneKey, payerKey: getKey(payer), networkKey, widerNetworkKey }
      const asked = { promptId, ...keys, deliveryId, drawer: payIn?.drawer ?? null, paymentId: null, amount }
      return { ...asked, state: 'asked', attemptedAt: null, sentAt: null, askedAt: at }
    }
    if (!row) return null
    const moved = { ...row, state: stateAfter(event) ?? row.state }
    if (type === 'PromptPaid') return { ...moved, paymentId: data.paymentId }
    if (type === 'PromptAttempted') return { ...moved, attemptedAt: data.at }
    return type === 'PromptSent' ? { ...moved, sentAt: data.at } : moved
  },
}
