import { type Arriving, Guard, loadedOnce, type RemoteModule, useArrived, useRoutes } from '@tuma/kit/runtime'
import { Skeleton } from '@tuma/kit/ui'
import { type ComponentType, Fragment, type ReactNode, useEffect, useState } from 'react'
import { AreaBoundary } from './area-boundary.tsx'
import { NotFound, NotFoundOutside } from './not-found.tsx'
import type { RemoteEntry } from './remote-list.ts'
import type { Remotes } from './remotes.ts'
import { applyStyles } from './styles-of-area.ts'
import { Framed, TopBar } from './top-bar.tsx'

const loadLayout = loadedOnce(() => import(/* webpackChunkName: "signed-in" */ './signed-in-layout.tsx'))

type Frame = ComponentType<{ children: ReactNode }>
type Loading = Arriving<RemoteModule>

/** One remote on its base path: guarded unless it is public, and isolated, so that its failure affects only its own pages. */
export function Area({ remote, remotes }: { remote: RemoteEntry; remotes: Remotes }) {
  const [loading, setLoading] = useState(() => {
    if (remote.role) void loadLayout() // beside the question who is signed in, not after it
    return remotes.load(remote)
  })
  const again = (): void => {
    remotes.forget(remote)
    setLoading(remotes.load(remote))
  }
  useEffect(() => applyStyles(remote.area), [remote.area])

  if (remote.role === null) {
    return <Screens loading={loading} onRetry={again} frame={TopBar} />
  }
  return (
    <Guard only={remote.role} frame={Framed}>
      <SignedIn remote={remote} loading={loading}>
        <Screens loading={loading} onRetry={again} frame={Fragment} />
      </SignedIn>
    </Guard>
  )
}

function SignedIn(props: { remote: RemoteEntry; loading: Loading; children: ReactNode }) {
  const [loading] = useState(loadLayout)
  const layout = useArrived(loading)
  if (layout) return <layout.SignedInLayout {...props} />
  return (
    <main>
      <Skeleton wholeScreen />
    </main>
  )
}

/** The remote's screens, or why there are none; `frame` goes around what the shell says in their place. */
function Screens({ loading, onRetry, frame }: { loading: Loading; onRetry: () => void; frame: Frame }) {
  return (
    <AreaBoundary onRetry={onRetry} frame={frame}>
      <Arrived loading={loading} frame={frame} />
    </AreaBoundary>
  )
}

function Arrived({ loading, frame }: { loading: Loading; frame: Frame }) {
  const remote = useArrived(loading)
  if (remote) return <RoutesOf remote={remote} frame={frame} />
  const skeleton = <Skeleton wholeScreen />
  return frame === TopBar ? <main>{skeleton}</main> : skeleton // the signed-in layout has its own main
}

function RoutesOf({ remote: { routes }, frame: Frame }: { remote: RemoteModule; frame: Frame }) {
  const notFound = <Frame>{Frame === TopBar ? <NotFoundOutside /> : <NotFound />}</Frame>
  return useRoutes([...routes, { path: '*', element: notFound }])
}
