import { useRootState, useText } from '@tuma/kit/runtime'
import { useSyncExternalStore } from 'react'
import { texts } from './texts.ts'

const follow = (tell: () => void): (() => void) => {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

/** Says that the network is gone, for as long as it is. What is being asked waits and goes on by itself. */
export function OfflineBanner() {
  const text = useText(texts)
  const online = useSyncExternalStore(follow, () => navigator.onLine)
  useRootState('offline', !online)
  return (
    <div className="shell-offline" role="status">
      {online ? null : <p>{text('page.offline')}</p>}
    </div>
  )
}
