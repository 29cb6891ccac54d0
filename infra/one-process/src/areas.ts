import { fileURLToPath } from 'node:url'
import { areaIn, remoteHere, type SiteOptions } from '@tuma/site'

const getFolder = (frontEnd: string) => fileURLToPath(new URL(`../../../frontends/${frontEnd}`, import.meta.url))

/** The areas of the product, each with its pages from its own `area.json`. */
export const areas: SiteOptions = {
  shellDist: `${getFolder('shell')}/dist`,
  remotes: ['public', 'client', 'agent', 'admin']
    .map(getFolder)
    .map((folder) => remoteHere(areaIn(folder), `${folder}/dist`)),
}
