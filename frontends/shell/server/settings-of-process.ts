import * as z from 'zod/mini'

const origin = /^https?:\/\/[^\s,/]+$/
const remotes = 'REMOTES: must be like public=http://public:8080,client=http://client:8080'

/** What the shell's process takes from the environment, beside where it listens. */
export const shellSettings = z.object({
  DIST: z._default(z.string(), './dist'),
  BFF_URL: z.string('BFF_URL: is missing').check(z.regex(origin, 'BFF_URL: must be like http://bff:8080')),
  /** As people reach the product: beside this machine's names and addresses, the only host that is answered. */
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'PUBLIC_URL: must be an http or https address' })),
  /** Where each remote is; what it is called and where it hangs, it says itself. */
  REMOTES: z
    .string('REMOTES: is missing')
    .check(z.regex(/^[a-z]+=https?:\/\/[^\s,/]+(,[a-z]+=https?:\/\/[^\s,/]+)*$/, remotes)),
})

/** The same of a remote's process. */
export const remoteSettings = z.object({
  /** The remote's build. */
  DIST: z._default(z.string(), './dist'),
  /** A folder that outlives this build and is served in its place: what tabs still open on an old one ask for is there. */
  BUILDS_DIR: z.optional(z.string()),
})
