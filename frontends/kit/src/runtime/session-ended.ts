import type { QueryClient } from '@tanstack/react-query'
import { forgetAhead } from './asked-ahead.ts'

export const sessionKey = ['session'] as const
/** True once they have logged out here themselves: beside the session, so that it outlives what is forgotten with it. */
export const loggedOutKey = [...sessionKey, 'logged-out'] as const

/**
 * Nobody is signed in any more: everything that was fetched for them is forgotten with them. Said again to a guest it
 * does nothing: a screen whose question was forgotten asks it anew, and must not be answered by forgetting it again.
 */
export function sessionEnded(queries: QueryClient): void {
  if (queries.getQueryData(sessionKey) === null) return
  void queries.cancelQueries({ queryKey: sessionKey }) // an answer under way would sign them in again
  queries.setQueryData(sessionKey, null)
  forgetAhead()
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
