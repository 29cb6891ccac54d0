import type { Locks, SetTimer } from './one-sender.ts'
import type { SavedStep } from './saved-step.ts'
import type { Owner } from './step-store.ts'

/** `status`: HTTP's, 0 where no answer came. `answer`: the body, of a refusal `{code, message}`. */
export type Sent = { readonly status: number; readonly answer: unknown; readonly retryAfterMs?: number | undefined }

/** What the tabs tell each other: an account's outbox was opened, as after a login, or its steps have changed. */
export type News = { readonly account: string; readonly isOpened: boolean }

/** What the outbox has of the browser. Times are in ms. */
export type OutboxEnvironment = {
  /** The server's time, as far as the page knows it. */
  now(): number
  /** The phone's own clock. */
  phoneNow(): number
  random(): number
  newKey(): string
  readonly setTimer: SetTimer
  readonly locks: Locks | undefined
  onOnline(act: () => void): () => void
  /** Asks the browser to keep what is stored when the disk is nearly full. */
  askToKeep(): void
  /** Between the tabs of this browser. */
  tellTabs(news: News): void
  onNews(act: (news: News) => void): () => void
}

export type OutboxSettings = Owner & {
  /** Sends a step under its key and for its account only. May reject where no answer came. */
  readonly send: (step: SavedStep) => Promise<Sent>
  /** The account that is signed in in this browser now, null for none. Rejects where no answer came. */
  readonly whoIsSignedIn: () => Promise<string | null>
  readonly environment: OutboxEnvironment
}
