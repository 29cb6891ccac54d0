import {
  createBrowserRouter,
  loadedOnce,
  Outlet,
  Providers,
  type RouteObject,
  RouterProvider,
  ScrollRestoration,
  useArrived,
  useOpenQuestion,
  useText,
} from '@tuma/kit/runtime'
import { ErrorState, PageTitle } from '@tuma/kit/ui'
import { type ComponentProps, useState } from 'react'
import { Announcer } from './announcer.tsx'
import { Area } from './area.tsx'
import { FocusKeeper } from './focus-keeper.tsx'
import { NotFoundOutside } from './not-found.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import type { RemoteEntry } from './remote-list.ts'
import type { Remotes } from './remotes.ts'
import { texts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

const loadQuestions = loadedOnce(() => import('./questions.ts'))
const calmMs = 5000

/**
 * Fetched when the page has come to rest, so that a question can be asked when the network is gone: in an area, where people
 * are at work, at once; elsewhere later, and not where data is dear.
 */
export const fetchQuestionsAhead = (isAtWork: boolean): void => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const fetchNow = () => void loadQuestions().catch(() => {})
  if (isAtWork && document.readyState === 'complete') fetchNow()
  else if (isAtWork) addEventListener('load', fetchNow, { once: true })
  else if (!connection?.saveData) setTimeout(fetchNow, calmMs)
}

/** One route a remote; the router matches without regard to case and prefers the longest base path. */
export const buildRoutes = (list: readonly RemoteEntry[], remotes: Remotes): RouteObject[] => [
  {
    element: <Page />,
    errorElement: <Broken />,
    children: [
      ...list.map((remote) => ({
        path: `${remote.basePath.replace(/\/$/, '')}/*`,
        element: <Area key={remote.name} remote={remote} remotes={remotes} />,
      })),
      {
        path: '*',
        element: (
          <TopBar>
            <NotFoundOutside />
          </TopBar>
        ),
      },
    ],
  },
]

function Page() {
  const text = useText(texts)
  const question = useOpenQuestion()
  return (
    <>
      <a className="shell-skip" href="#main">
        {text('page.skip')}
      </a>
      <PageTitle title={text('page.title')} />
      <Outlet />
      <OfflineBanner />
      <ScrollRestoration />
      <Announcer />
      <FocusKeeper />
      {question ? <Asked question={question} /> : null}
    </>
  )
}

function Asked(props: ComponentProps<typeof import('./questions.ts').Asked>) {
  const [loading] = useState(loadQuestions)
  const questions = useArrived(loading)
  return questions ? <questions.Asked {...props} /> : null
}

function Broken() {
  const text = useText(texts)
  return (
    <main id="main" tabIndex={-1}>
      <ErrorState wholeScreen title={text('page.broken')} onRetry={() => location.reload()} />
    </main>
  )
}

export const App = ({ list, remotes }: { list: readonly RemoteEntry[]; remotes: Remotes }) => (
  <Providers>
    <RouterProvider router={createBrowserRouter(buildRoutes(list, remotes), { hydrationData: {} })} />
  </Providers>
)
