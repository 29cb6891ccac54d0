import { useLocation, useSearchParams } from '@tuma/kit/runtime'
import { useEffect, useRef } from 'react'

export type Put = (name: string, value: string) => void

const never = (): boolean => false

/**
 * Choices that are kept in the address, so that reload, back and a shared link keep them; empty ones are left out. A search
 * can be the name or phone of a person: it is in the address only if `mayShow` allows it. Otherwise it is kept in the
 * history entry, which reload and back restore too.
 */
export const useAddress = (mayShow: (search: string) => boolean = never) => {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  /** The last choice may not be rendered yet, so the next choice is added to it. */
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
    /** Back leaves the page in one step, instead of removing letter by letter. */
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
