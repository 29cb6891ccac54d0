import type { Follower } from '../event-sourcing/index.ts'

/** Resolves when a service's read models show all recorded events, and its messages have been sent. */
export const shown = async ({ followers }: { readonly followers: readonly Follower[] }): Promise<void> => {
  for (const follower of followers)
    if (!(await follower.caughtUp({ patienceMs: 60_000 }))) throw new Error('a follower does not catch up')
}
