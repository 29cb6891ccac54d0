import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
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
 * A chunk that does not come is asked for again; after that the area's boundary shows, and its Try Again starts over
 * (React.lazy alone would keep the failure for ever).
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const attempt = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        const loaded = await persistently(load)
        await textsReady() // its own come with it
        return { default: loaded }
      } catch (error) {
        Screen = attempt()
        throw error
      }
    })
  let Screen = attempt()
  return function LazyScreen(props: Props) {
    return (
      <Suspense fallback={<div className="t-skeleton-page" aria-busy="true" />}>
        <Screen {...props} />
      </Suspense>
    )
  }
}
