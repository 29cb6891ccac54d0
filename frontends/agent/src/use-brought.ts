import { useEffect } from 'react'

/**
 * What a press opens need not come before the list that is pressed on: it is fetched as soon as that stands, so that it is
 * there when it is wanted, also when the network is gone by then.
 * @param all the same whenever it is drawn
 */
export const useBrought = (all: readonly { readonly bring: () => void }[]): void =>
  useEffect(() => {
    for (const { bring } of all) bring()
  }, [all])
