import { useLocation, useSearchParams } from '@tuma/kit/runtime'
import { useEffect, useRef } from 'react'

export type Put = (name: string, value: string) => void

const never = (): boolean => false

/**
 * Choices that stand in the address, so that reload, back and a sent link keep them; an empty one is left out. What is
 * searched for may be somebody's name or phone: it stands there only if `mayShow` says so, else it is kept with the
 * history entry, where reload and back find it too.
 */
export const useAddress = (mayShow: (search: string) => boolean = never) => {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  /** What was chosen a moment ago may not be on the screen yet: the next choice adds to it. */
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
    /** One step back leads away, not letter by letter. */
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

/** What the address says, if it is one of these. */
export const oneOf = <T extends string>(allowed: readonly T[], said: string | null): T | undefined =>
  allowed.find((value) => value === said)

/** What the address says, if it is a day. */
export const dayIn = (said: string | null): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(said ?? '')?.[0]

/** What the address says, if it can be an id. */
export const idIn = (said: string | null): string | undefined => /^[\w-]{1,64}$/.exec(said ?? '')?.[0]
