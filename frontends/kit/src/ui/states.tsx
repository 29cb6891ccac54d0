import { kitTexts, useText } from '@tuma/kit/runtime'
import { CloudOff, PackageOpen } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Icon = ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>

type StateProps = {
  title: string
  /** The state is all there is on the screen: its title is the h1. */
  wholeScreen?: boolean
  children?: ReactNode
}

const StateTitle = ({ title, wholeScreen }: StateProps) =>
  wholeScreen ? <h1 className="t-state-title">{title}</h1> : <p className="t-state-title">{title}</p>

/** Nothing there: say what, and what to do about it (`children`). */
export const EmptyState = ({
  title,
  wholeScreen,
  icon: Icon = PackageOpen,
  children,
}: StateProps & { icon?: Icon }) => (
  <div className="t-state" role="status">
    <span className="t-state-icon">
      <Icon size={28} aria-hidden />
    </span>
    <StateTitle title={title} wholeScreen={wholeScreen} />
    {children}
  </div>
)

/** It did not work: say what did not, and let people try again. `retryLabel` where the way out is another ("Go Back"). */
export function ErrorState({
  title,
  wholeScreen,
  onRetry,
  retrying = false,
  retryLabel,
  icon: Icon = CloudOff,
  children,
}: StateProps & { onRetry?: () => void; retrying?: boolean; retryLabel?: string; icon?: Icon | undefined }) {
  const text = useText(kitTexts)
  return (
    <div className="t-state" role="alert">
      <span className="t-state-icon">
        <Icon size={28} aria-hidden />
      </span>
      <StateTitle title={title} wholeScreen={wholeScreen} />
      {children}
      {onRetry ? (
        <Button loading={retrying} onClick={onRetry}>
          {retryLabel ?? text('tryAgain')}
        </Button>
      ) : null}
    </div>
  )
}

/**
 * Grey rows in the place of a list that loads. Screen readers say "Loading…".
 * @param wholeScreen The screen has no header yet: "Loading…" is the page's h1, hidden from sight.
 */
export function Skeleton({ rows = 4, wholeScreen = false }: { rows?: number; wholeScreen?: boolean }) {
  const text = useText(kitTexts)
  const Label = wholeScreen ? 'h1' : 'span'
  return (
    <div className="grid gap-3" role="status" aria-busy="true">
      <Label className="t-hidden">{text('loading')}</Label>
      {[...Array(rows).keys()].map((row) => (
        <span key={row} className="t-skeleton h-16" />
      ))}
    </div>
  )
}

type Asked<T> = {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isFetching: boolean
  /** `paused`: it waits for the network. */
  fetchStatus?: string
  /** Damaged rows that a list is without. */
  leftOut?: number
  refetch: () => unknown
}

/**
 * The four states of whatever a screen asks for: loading, failed with Try Again, empty, there.
 * `<Loaded query={riders} failed="Failed to fetch riders." empty={<EmptyState title="No riders yet" />}>{(rows) => …}</Loaded>`.
 * What came before stays on screen when asking again fails. Without a network it is asked for once that is back, and says
 * so: grey rows would promise that it is on its way.
 */
export function Loaded<T>({
  query,
  failed,
  empty,
  skeleton,
  retryLabel,
  children,
}: {
  query: Asked<T>
  failed: string
  /** Shown instead of an empty array. */
  empty?: ReactNode
  skeleton?: ReactNode
  retryLabel?: string
  children: (loaded: T) => ReactNode
}) {
  if (query.data !== undefined) {
    const isEmpty = empty !== undefined && Array.isArray(query.data) && query.data.length === 0
    return (
      <>
        <LeftOut count={query.leftOut ?? 0} />
        {isEmpty ? empty : children(query.data)}
      </>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        title={failed}
        retrying={query.isFetching}
        retryLabel={retryLabel}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (skeleton) return skeleton
  return query.fetchStatus === 'paused' ? <NoNetwork /> : <Skeleton />
}

/** Rows that are damaged on the disk are not shown; most lists fill again by themselves in a moment. */
const LeftOut = ({ count }: { count: number }) => {
  const text = useText(kitTexts)
  return count > 0 ? <Notice tone="warning">{text('leftOut', { count })}</Notice> : null
}

const NoNetwork = () => <EmptyState icon={CloudOff} title={useText(kitTexts)('noNetwork')} />
