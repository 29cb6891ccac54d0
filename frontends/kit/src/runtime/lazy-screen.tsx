import { type ComponentType, useState } from 'react'
import { loadedOnce, useArrived } from './arriving.ts'
import { textsReady } from './text.ts'

const attempts = 4
const pauseMs = 400

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if (attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/**
 * A screen in a chunk of its own: `const Paid = lazyScreen(async () => (await import('./features/list-paid/screen.tsx')).Paid)`.
 * A chunk that does not come is asked for again; after that the area's boundary shows, and its Try Again starts over.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loadScreen = loadedOnce(async () => {
    const loaded = await persistently(load)
    await textsReady() // its own come with it
    return loaded
  })
  return function LazyScreen(props: Props) {
    const [loading] = useState(loadScreen)
    const Screen = useArrived(loading)
    return Screen ? <Screen {...props} /> : <div className="t-skeleton-page" aria-busy="true" />
  }
}
