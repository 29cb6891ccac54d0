import type { Decider, DomainEvent } from '@tuma/platform/domain'

/**
 * What came in unasked, as it came. Of a prompt or question the first is under a keyed hash of its id, everything else under one
 * of its text: the same text twice is one.
 */
export const callbackStream = (callbackId: string): string => `callback-${callbackId}`

/** What M-Pesa was given each address for. */
export const callbackKinds = ['prompt', 'confirmation', 'status'] as const
export type CallbackKind = (typeof callbackKinds)[number]

export type CallbackEvent = DomainEvent<
  'CallbackTaken',
  {
    readonly kind: CallbackKind
    /** The prompt or question that its address belongs to; null where it is everybody's. */
    readonly about: string | null
    /** It came from an address on a list that is in force: who else knows ours can not have sent it. */
    readonly addressChecked: boolean
    /** Something else came to the same prompt's address before it. */
    readonly again: boolean
    /** It tells of people, so it is sealed with a key of its own. */
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
