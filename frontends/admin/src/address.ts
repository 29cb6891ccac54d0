import { useSearchParams } from '@tuma/kit/runtime'

export type Put = (name: string, value: string) => void

/** Choices that stand in the address, so that reload, back and a sent link keep them; an empty one is left out. */
export const useAddress = () => {
  const [address, setAddress] = useSearchParams()
  const putting =
    (replace: boolean): Put =>
    (name, value) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace, preventScrollReset: true },
      )
  return {
    address,
    put: putting(false),
    /** For what is typed: one step back leads away, not letter by letter. */
    putTyped: putting(true),
    clear: () => setAddress({}, { preventScrollReset: true }),
  }
}

/** What the address says, if it is one of these. */
export const oneOf = <T extends string>(allowed: readonly T[], said: string | null): T | undefined =>
  allowed.find((value) => value === said)
