import { Outlet } from '@tuma/kit/runtime'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header and footer around every public page. A task (a form, the login, the checkout) ends with its button: no footer to scroll through. */
export const Site = ({ task = false }: { task?: boolean }) => (
  <div className="site">
    <SiteHeader />
    <main id="main" tabIndex={-1} className="grow">
      <Outlet />
    </main>
    {task ? null : <SiteFooter />}
  </div>
)

/** The column that a page's content stands in; the landing page goes from edge to edge instead. */
export const Page = () => (
  <div className="site-column py-8 md:py-12">
    <Outlet />
  </div>
)
