import { Link } from '@tuma/kit/runtime'

/** A tracking id as a link, high enough for a finger on touch screens and phones. */
export const ParcelLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-6 items-center t-whole font-mono text-sm font-semibold pointer-coarse:min-h-11 max-md:min-h-11"
  >
    {children}
  </Link>
)
