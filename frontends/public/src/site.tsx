import { Outlet } from '@tuma/kit/runtime'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header and footer around every public page. A form, the login and the checkout end with their button, without footer. */
export const Site = ({ task = false }: { task?: boolean }) => (
  <div className="site">
    <SiteHeader />
    <main id="main" tabIndex={-1} className="grow">
      <Outlet />
    </main>
    {task ? null : <SiteFooter />}
  </div>
)

/** The column of a page's content. The landing page is as wide as the screen instead. */
export const Page = () => (
  <div className="site-column py-8 md:py-12">
    <Outlet />
  </div>
)
