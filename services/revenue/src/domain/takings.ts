import type { EatDay } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** Delivery tells of cash by agent, payment of M-Pesa (`party` is null). */
export const takingsTellers = ['delivery', 'payment'] as const
export type TakingsTeller = (typeof takingsTellers)[number]

/** What another service says that was taken on a day, in cents. `summedAt`: until when its sum has everything. */
export type TakingsTold = DomainEvent<
  'TakingsTold',
  {
    readonly by: TakingsTeller
    readonly day: EatDay
    readonly takings: readonly { readonly party: string | null; readonly cents: number }[]
    readonly summedAt: string
    readonly at: string
  }
>

export const takingsStream = (by: TakingsTeller, day: EatDay): string => `takings-${by}-${day}`

export type TellTakings = { readonly type: 'TellTakings' } & TakingsTold['data']

/** Keeps the newest sum of a day, in whatever order they come. */
export const takings: Decider<string | null, TellTakings, TakingsTold> = {
  initialState: null,
  evolve: (_, { data }) => data.summedAt,
  decide: ({ type: _, ...data }, newest) =>
    newest !== null && newest >= data.summedAt ? [] : [{ type: 'TakingsTold', data }],
}
