import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { serve, settingsFrom } from './serve.ts'
import { createSite, remoteElsewhere } from './site.ts'

/** The shell as a process of its own: what a browser talks to, in front of the bff and the remotes. */

const origin = /^https?:\/\/[^\s,/]+$/
const remotes = 'REMOTES: must be like public=http://public:8080,client=http://client:8080'

const settings = settingsFrom(
  z.object({
    DIST: z._default(z.string(), './dist'),
    BFF_URL: z.string('BFF_URL: is missing').check(z.regex(origin, 'BFF_URL: must be like http://bff:8080')),
    /** Where each remote is; what it is called and where it hangs, it says itself. */
    REMOTES: z
      .string('REMOTES: is missing')
      .check(z.regex(/^[a-z]+=https?:\/\/[^\s,/]+(,[a-z]+=https?:\/\/[^\s,/]+)*$/, remotes)),
  }),
)

const site = createSite({
  shellDist: settings.DIST,
  forwardApiTo: settings.BFF_URL,
  remotes: settings.REMOTES.split(',').map((pair) => {
    const [name = '', url = ''] = pair.split('=', 2)
    return remoteElsewhere(name, url)
  }),
})
await serve(site, () => existsSync(join(settings.DIST, 'index.html')))
