import { Guard, type RemoteModule, useRoutes } from '@tuma/kit/runtime'
import { Skeleton } from '@tuma/kit/ui'
import {
  type ComponentProps,
  type ComponentType,
  Fragment,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react'
import { AreaBoundary } from './area-boundary.tsx'
import { knownWhenDone } from './known-when-done.ts'
import { NotFound, NotFoundOutside } from './not-found.tsx'
import type { RemoteEntry } from './remote-list.ts'
import type { Remotes } from './remotes.ts'
import { wearStylesOf } from './styles-of-area.ts'
import { TopBar } from './top-bar.tsx'

let layout: Promise<typeof import('./signed-in-layout.tsx')> | undefined
const loadLayout = () => {
  layout ??= knownWhenDone(import('./signed-in-layout.tsx'))
  return layout
}
function SignedIn(props: ComponentProps<typeof import('./signed-in-layout.tsx').SignedInLayout>) {
  const { SignedInLayout } = use(loadLayout())
  return <SignedInLayout {...props} />
}

type Frame = ComponentType<{ children: ReactNode }>

/** One remote on its base path: guarded if it is not for everybody, and fenced in, so that its failures stay its own. */
export function Area({ remote, remotes }: { remote: RemoteEntry; remotes: Remotes }) {
  const [loading, setLoading] = useState(() => {
    if (remote.role) void loadLayout() // beside the question who is signed in, not after it
    return remotes.load(remote)
  })
  const again = (): void => {
    remotes.forget(remote)
    setLoading(remotes.load(remote))
  }
  useEffect(() => wearStylesOf(remote.area), [remote.area])

  if (remote.role === null) {
    return <Screens loading={loading} onRetry={again} frame={TopBar} />
  }
  return (
    <Guard only={remote.role}>
      <Suspense fallback={<Skeleton />}>
        <SignedIn remote={remote} loading={loading}>
          <Screens loading={loading} onRetry={again} frame={Fragment} />
        </SignedIn>
      </Suspense>
    </Guard>
  )
}

/** The remote's screens, or why there are none; `frame` goes around what the shell says in their place. */
function Screens({ loading, onRetry, frame }: { loading: Promise<RemoteModule>; onRetry: () => void; frame: Frame }) {
  return (
    <AreaBoundary onRetry={onRetry} frame={frame}>
      <Suspense fallback={<Skeleton />}>
        <RoutesOf loading={loading} frame={frame} />
      </Suspense>
    </AreaBoundary>
  )
}

function RoutesOf({ loading, frame: Frame }: { loading: Promise<RemoteModule>; frame: Frame }) {
  const { routes } = use(loading)
  const notFound = <Frame>{Frame === TopBar ? <NotFoundOutside /> : <NotFound />}</Frame>
  return useRoutes([...routes, { path: '*', element: notFound }])
}
