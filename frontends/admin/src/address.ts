import { useLocation, useSearchParams } from '@tuma/kit/runtime'
import { useEffect, useRef } from 'react'

export type Put = (name: string, value: string) => void

const never = (): boolean => false

/**
 * Keeps choices in the address, so that reload, Back and a shared link keep them; leaves empty ones out. A search may be a
 * person's name or phone, so the address has it only if `mayShow` allows; else it is kept in the history entry.
 */
export const useAddress = (mayShow: (search: string) => boolean = never) => {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  /** Adds to the choice made a moment ago, which may not be on the screen yet. */
  const latest = useRef({ address, state })
  useEffect(() => {
    latest.current = { address, state }
  }, [address, state])
  const go = (next: URLSearchParams, nextState: unknown, replace = false): void => {
    latest.current = { address: next, state: nextState }
    setAddress(next, { state: nextState, replace, preventScrollReset: true })
  }
  const said = address.get('search')?.slice(0, 100)
  const putAll = (choices: Readonly<Record<string, string>>): void => {
    const next = Object.entries(choices).reduce(
      (before, [name, value]) => withChoice(before, name, value),
      latest.current.address,
    )
    go(next, latest.current.state)
  }
  const put: Put = (name, value) => putAll({ [name]: value })
  return {
    address,
    put,
    putAll,
    search: said && mayShow(said) ? said : (state?.search as string | undefined),
    /** Replaces the history entry, so that Back leaves the page and does not undo letter by letter. */
    putSearch: (typed: string): void => {
      const shown = mayShow(typed)
      const next = withChoice(latest.current.address, 'search', shown ? typed : '')
      go(next, shown || typed === '' ? null : { search: typed }, true)
    },
    clear: () => go(new URLSearchParams(), null),
  }
}

const withChoice = (before: URLSearchParams, name: string, value: string): URLSearchParams => {
  const next = new URLSearchParams(before)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** The value in the address, if it is one of these. */
export const oneOf = <T extends string>(allowed: readonly T[], said: string | null): T | undefined =>
  allowed.find((value) => value === said)

/** The value in the address, if it is a day. */
export const dayIn = (said: string | null): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(said ?? '')?.[0]

/** The value in the address, if it can be an id. */
export const idIn = (said: string | null): string | undefined => /^[\w-]{1,64}$/.exec(said ?? '')?.[0]
