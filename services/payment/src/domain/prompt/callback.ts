import type { Decider, DomainEvent } from '@tuma/platform/domain'

/**
 * What M-Pesa sent unasked, unchanged. The first for a prompt or question is stored under a keyed hash of its id, all
 * others under a hash of their text, so that the same text twice is one.
 */
export const callbackStream = (callbackId: string): string => `callback-${callbackId}`

/** What each address that M-Pesa has is for. */
export const callbackKinds = ['prompt', 'confirmation', 'status'] as const
export type CallbackKind = (typeof callbackKinds)[number]

export type CallbackEvent = DomainEvent<
  'CallbackTaken',
  {
    readonly kind: CallbackKind
    /** The prompt or question that its address belongs to; null for a shared address. */
    readonly about: string | null
    /**
     * It came from an address on a list that is in force, so another caller who knows our address can not have sent it.
     */
    readonly addressChecked: boolean
    /** Another callback came to the same prompt's address before it. */
    readonly again: boolean
    /** It is about people, so it is sealed with a key of its own. */
    readonly told: { readonly personId: string; readonly body: string }
    readonly at: string
  }
>
export type TakeCallback = { readonly type: 'TakeCallback' } & CallbackEvent['data']

/** The state is the text that was taken. */
export const callback: Decider<string | null, TakeCallback, CallbackEvent> = {
  initialState: null,
  decide: ({ type: _, ...data }, taken) => (taken === null ? [{ type: 'CallbackTaken', data }] : []),
  evolve: (_, { data }) => data.told.body,
}
