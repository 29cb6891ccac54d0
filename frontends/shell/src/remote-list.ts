import type { Role } from '@tuma/contracts/vocabulary'

/** One entry of the remotes list, as the server puts it into the page and answers it at /api/remotes. */
export type RemoteEntry = {
  /** Module Federation's name: `tuma_client`. */
  name: string
  area: string
  /** "/Client"; "/" is everything that no other remote has. Matched without regard to case. */
  basePath: string
  /** Who may enter; null is open to all, and draws its own header. */
  role: Role | null
  title: string
  /** sha384 of its entry file, by the file's address; empty where it was never built. */
  integrity: Record<string, string>
}
