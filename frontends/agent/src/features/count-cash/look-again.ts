import { api, queryClient } from '@tuma/kit/runtime'

/** Reads cash and offers again: also after a refusal, because they may have changed during the count. */
export const lookAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: api.cash.key() })
