import { useLocation, useText } from '@tuma/kit/runtime'
import { ErrorState } from '@tuma/kit/ui'
import { Component, type ComponentType, type ReactNode } from 'react'
import { texts } from './texts.ts'

type Props = {
  children: ReactNode
  resetKey: unknown
  fallback: (retry: () => void) => ReactNode
  onRetry?: () => void
}

/** Catches what fails inside; forgets it on Try Again and when `resetKey` changes. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  retry = (): void => {
    this.props.onRetry?.()
    this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}

/** Says that the area is unavailable, offers Try Again, and lets go when people go elsewhere. */
export function AreaBoundary({
  children,
  onRetry,
  frame: Frame,
}: {
  children: ReactNode
  onRetry: () => void
  frame: ComponentType<{ children: ReactNode }>
}) {
  const text = useText(texts)
  return (
    <Boundary
      resetKey={useLocation().key}
      onRetry={onRetry}
      fallback={(retry) => (
        <Frame>
          <ErrorState wholeScreen title={text('area.unavailable')} onRetry={retry} />
        </Frame>
      )}
    >
      {children}
    </Boundary>
  )
}
