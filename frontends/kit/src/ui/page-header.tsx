import type { ReactNode } from 'react'

/** The screen's one h1; names the browser's tab as well. `children` are its buttons. */
export const PageHeader = ({ title, intro, children }: { title: string; intro?: ReactNode; children?: ReactNode }) => (
  <div className="t-page-header">
    <PageTitle title={title} />
    <div className="min-w-0">
      <h1>{title}</h1>
      {intro ? <p className="mt-1">{intro}</p> : null}
    </div>
    {children ? <div className="t-page-actions">{children}</div> : null}
  </div>
)

/** Names the tab of a screen that has no `PageHeader`. */
export const PageTitle = ({ title }: { title: string }) => <title>{`${title} · Tuma`}</title>
