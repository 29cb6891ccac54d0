import { Link } from '@tuma/kit/runtime'
import { KangaStrip, Logo } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

/** The way home, above what the shell itself has to say where no remote draws a header. */
export const TopBar = ({ children }: { children: ReactNode }) => (
  <>
    <header className="shell-top">
      <div className="shell-bar">
        <Link to="/" className="shell-home" aria-label="Tuma">
          <Logo />
        </Link>
      </div>
      <KangaStrip />
    </header>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  </>
)
