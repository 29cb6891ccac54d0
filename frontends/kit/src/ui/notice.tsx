import type { ReactNode } from 'react'

/** A sentence that stays on the screen. A danger is read out at once, the others when there is a pause. */
export const Notice = ({ tone = 'info', children }: { tone?: 'info' | 'warning' | 'danger'; children: ReactNode }) => (
  <div className="t-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
    <div className="min-w-0 grow">{children}</div>
  </div>
)
