import type { QueryClient } from '@tanstack/react-query'
import { forgetAhead } from './asked-ahead.ts'

export const sessionKey = ['session'] as const
/** True once they have logged out here themselves: beside the session, so that it outlives what is forgotten with it. */
export const loggedOutKey = [...sessionKey, 'logged-out'] as const

/**
 * Forgets all data that was loaded for the person, as their session has ended. Does nothing for a guest: a screen loads
 * forgotten data again, and forgetting it once more would not end.
 */
export function sessionEnded(queries: QueryClient): void {
  if (queries.getQueryData(sessionKey) === null) return
  void queries.cancelQueries({ queryKey: sessionKey }) // an answer under way would sign them in again
  queries.setQueryData(sessionKey, null)
  forgetAhead()
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
