import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Router } from 'express'
import { refuse, serve, settingsFrom } from './serve.ts'
import { remoteSettings } from './settings-of-process.ts'
import { areaIn, keepBuild, remoteHere } from './site-remote.ts'

/** Any remote as a site of its own: its files, and at /remote.json what a shell must know of it. */

const { DIST, BUILDS_DIR } = settingsFrom(remoteSettings)

const open = () => {
  try {
    if (BUILDS_DIR) keepBuild(DIST, BUILDS_DIR)
    return remoteHere(areaIn(DIST), BUILDS_DIR ?? DIST)
  } catch (error) {
    return refuse(`DIST: ${DIST} holds no build that can be served (node frontends/kit/build/build.ts): ${error}`)
  }
}
const remote = open()
const site = Router()
site.get('/remote.json', async (_request, response) => {
  response.set('Cache-Control', 'no-cache').json(await remote.now())
})
await serve(site.use(remote.files), () => existsSync(join(BUILDS_DIR ?? DIST, 'mf-manifest.json')))
