import { loadedOnce, useArrived } from '@tuma/kit/runtime'
import { type ComponentType, useEffect, useState } from 'react'

/**
 * What a press opens need not come before the list that is pressed on: it is fetched as soon as that stands
 * (`useBrought`), so that it is there when it is wanted, also when the network is gone by then.
 */
export const broughtLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const loadIt = loadedOnce(load)
  function BroughtLater(props: Props) {
    const [loading] = useState(loadIt)
    const Shown = useArrived(loading)
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(BroughtLater, { bring: () => void loadIt().catch(() => undefined) })
}

/** @param all the same whenever it is drawn */
export const useBrought = (all: readonly { readonly bring: () => void }[]): void =>
  useEffect(() => {
    for (const { bring } of all) bring()
  }, [all])
