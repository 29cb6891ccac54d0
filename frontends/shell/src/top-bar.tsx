import { Link } from '@tuma/kit/runtime'
import { KangaStrip, Logo } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

type BarProps = {
  /** Where home is. */
  to?: string
  before?: ReactNode
  after?: ReactNode
}

/** The way home, and what else an area has beside it. */
export const Bar = ({ to = '/', before, after }: BarProps) => (
  <header className="shell-top">
    <div className="shell-bar">
      {before}
      <Link to={to} className="shell-home" aria-label="Tuma">
        <Logo />
      </Link>
      {after}
    </div>
    <KangaStrip />
  </header>
)

/** Above what the shell itself has to say where no remote draws a header. */
export const TopBar = ({ children }: { children: ReactNode }) => (
  <>
    <Bar />
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  </>
)
