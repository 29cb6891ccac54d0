import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { sessionEnded, sessionKey } from './session-ended.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

const onError = (error: unknown): void => {
  if (!(error instanceof ApiError)) return
  if (error.code === 'not_signed_in') sessionEnded(queryClient)
  // It has been taken from them while they worked: their guard leads them to where they set up another.
  if (error.code === 'second_factor_needed') void queryClient.invalidateQueries({ queryKey: sessionKey })
}

/** The one cache of the page. Refusals are never asked again, faults twice; a mutation never repeats itself. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    // Offline, a query waits until the network is back; what a person sends fails at once, for them to send again.
    mutations: { retry: false, networkMode: 'always' },
  },
})
