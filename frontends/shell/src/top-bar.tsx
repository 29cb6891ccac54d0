import { Link } from '@tuma/kit/runtime'
import { KangaStrip, LanguageButton, Logo, ThemeButton } from '@tuma/kit/ui'
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

/** The bar with language and theme above the shell's own messages, where no area draws one. */
export const Framed = ({ children }: { children: ReactNode }) => (
  <>
    <Bar
      after={
        <>
          <span className="grow" />
          <LanguageButton />
          <ThemeButton />
        </>
      }
    />
    {children}
  </>
)

export const TopBar = ({ children }: { children: ReactNode }) => (
  <div className="shell-open">
    <Framed>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </Framed>
  </div>
)
