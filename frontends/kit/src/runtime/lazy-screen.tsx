import { type ComponentType, type ReactNode, useState } from 'react'
import { loadedOnce, useArrived } from './arriving.ts'
import { kitTexts } from './kit-texts.ts'
import { textsReady, useText } from './text.ts'

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

/** `bring` fetches it before it is drawn, if that can be had. */
export type LazyScreen<Props> = ComponentType<Props> & { readonly bring: () => void }

/**
 * A screen in a chunk of its own: `const Paid = lazyScreen(async () => (await import('./features/list-paid/screen.tsx')).Paid)`.
 * A chunk that does not come is asked for again; after that the area's boundary shows, and its Try Again starts over.
 * @param waiting is shown until the chunk has come. The default has the page's h1 and is for whole screens: pass a skeleton
 * without a heading for a part of a screen, and null for what a press opens.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <LoadingScreen />,
): LazyScreen<Props> {
  const loadScreen = loadedOnce(async () => {
    const loaded = await persistently(load)
    await textsReady() // its own come with it
    return loaded
  })
  function Lazy(props: Props) {
    const [loading] = useState(loadScreen)
    const Screen = useArrived(loading)
    return Screen ? <Screen {...props} /> : waiting
  }
  return Object.assign(Lazy, { bring: () => void loadScreen().catch(() => undefined) })
}

/** The hidden heading gives the page an h1 until the screen brings its own. */
function LoadingScreen() {
  const text = useText(kitTexts)
  return (
    <div className="t-skeleton-page" aria-busy="true">
      <h1 className="t-hidden">{text('loading')}</h1>
    </div>
  )
}
