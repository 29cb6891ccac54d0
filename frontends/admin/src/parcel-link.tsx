import { Link } from '@tuma/kit/runtime'

/** A tracking id that leads somewhere: as high as a finger is broad where one is used, and on a phone's screen. */
export const ParcelLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-6 items-center whitespace-nowrap font-mono text-sm font-semibold pointer-coarse:min-h-11 max-md:min-h-11"
  >
    {children}
  </Link>
)
