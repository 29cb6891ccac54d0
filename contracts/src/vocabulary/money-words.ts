import type { OwedState } from './books.ts'
import type { TakenHow } from './taking.ts'
import english from './texts/money-words.en.json' with { type: 'json' }

/** How a sender's money was paid, and what became of it: for My money and for the statement. */
export const moneyWords = english satisfies Record<`money.how.${TakenHow}` | `money.state.${OwedState}`, string>
