import { useEffect } from 'react'

/**
 * Loads what a press opens as soon as the list is shown, so that it is ready at the press, even without a network by then.
 * @param all must be the same at every render
 */
export const useBrought = (all: readonly { readonly bring: () => void }[]): void =>
  useEffect(() => {
    for (const { bring } of all) bring()
  }, [all])
