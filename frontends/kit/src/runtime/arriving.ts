import { useEffect, useReducer } from 'react'

/** A promise that carries its own state, so that a component can draw its result at once. */
export type Arriving<T> = Promise<T> & { standing?: { readonly value: T } | { readonly reason: unknown } }

export function arriving<T>(promise: Promise<T>): Arriving<T> {
  const known: Arriving<T> = promise
  promise.then(
    (value) => {
      known.standing = { value }
    },
    (reason: unknown) => {
      known.standing = { reason }
    },
  )
  return known
}

/** Loads when it is first asked for, then answers the same; a load that failed is forgotten, so that the next one starts over. */
export function loadedOnce<T>(load: () => Promise<T>): () => Arriving<T> {
  let loading: Arriving<T> | undefined
  const start = async (): Promise<T> => {
    try {
      return await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return () => {
    loading ??= arriving(start())
    return loading
  }
}

/**
 * What has arrived, or undefined while it is on its way; throws why it never will, to the boundary around. No Suspense:
 * React keeps the fallback of one for 300 ms, however soon the rest is there, and then that of the next one inside.
 */
export function useArrived<T>(promise: Arriving<T>): T | undefined {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const standing = promise.standing
  const waits = standing === undefined
  useEffect(() => {
    if (!waits) return
    let isHere = true
    const tell = (): void => {
      if (isHere) drawAgain()
    }
    promise.then(tell, tell)
    return () => {
      isHere = false
    }
  }, [promise, waits])
  if (!standing) return undefined
  if ('reason' in standing) throw standing.reason
  return standing.value
}
