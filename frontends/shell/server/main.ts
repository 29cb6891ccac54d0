import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Router } from 'express'
import { onlyOurHost } from './our-host.ts'
import { serve, settingsFrom } from './serve.ts'
import { shellSettings } from './settings-of-process.ts'
import { createSite, remoteElsewhere } from './site.ts'

/** The shell as a process of its own: what a browser talks to, in front of the bff and the remotes. */

const settings = settingsFrom(shellSettings)

const site = createSite({
  shellDist: settings.DIST,
  forwardApiTo: settings.BFF_URL,
  publicUrl: settings.PUBLIC_URL,
  remotes: settings.REMOTES.split(',').map((pair) => {
    const [name = '', url = ''] = pair.split('=', 2)
    return remoteElsewhere(name, url)
  }),
})
// The bff behind it looks at no host: it is called by its own name there.
await serve(Router().use(onlyOurHost(settings.PUBLIC_URL), site), () => existsSync(join(settings.DIST, 'index.html')))
