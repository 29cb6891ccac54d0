import { defineFirst } from '@tuma/kit/first'
import { kitTexts, Outlet, useText } from '@tuma/kit/runtime'
import { texts } from './texts.ts'
import { Bar } from './top-bar.tsx'

/** Where the site puts what a remote has drawn. */
const Here = () => <slot />

/** What the shell has around every page, before it is there itself: the way to the content, and that the network is gone. */
function Frame() {
  const text = useText(texts)
  return (
    <>
      <a className="shell-skip" href="#main">
        {text('page.skip')}
      </a>
      <Outlet />
      <div className="shell-offline" role="status" />
      <template data-part="offline">
        <p>{text('page.offline')}</p>
      </template>
    </>
  )
}

/** Is shown until the session is loaded: the product's name, and that the page is loading. */
function Waiting({ says }: { says: 'protectedLoading' | 'loading' }) {
  const text = useText(kitTexts)
  return (
    <div className="shell-frame">
      <Bar />
      <main id="main" tabIndex={-1} className="shell-waiting" aria-busy>
        <div role="status">
          <h1 className="t-waiting-title">{text(says)}</h1>
        </div>
        {[...Array(4).keys()].map((row) => (
          <span key={row} className="t-skeleton" />
        ))}
      </main>
    </div>
  )
}

export const first = defineFirst(
  [{ path: '/page' }, { path: '/area', chunk: 'signed-in' }, { path: '/open' }],
  [
    {
      element: <Frame />,
      children: [
        { path: '/page', element: <Here /> },
        { path: '/area', element: <Waiting says="protectedLoading" /> },
        { path: '/open', element: <Waiting says="loading" /> },
      ],
    },
  ],
)
