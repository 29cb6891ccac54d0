import { statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { platform, tmpdir, totalmem } from 'node:os'
import { root } from './prepare.mjs'

// This folder parses on Node 20 and imports no package: it runs before anything is installed.

const megabyte = 1024 ** 2
/** Measured on two cores: 3.2 GB at most with the journeys. A machine sold with 4 GB has a little less. */
const memoryBytes = { journeys: 3584 * megabyte, others: 1536 * megabyte }
const diskBytes = { installed: 1400 * megabyte, temporary: 1024 * megabyte }

/** The resources of this machine. `process.constrainedMemory` knows the limit of a container. */
const measure = async () => ({
  memory: Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY),
  disk: freeBytes(root),
  temporary: freeBytes(tmpdir()),
  port: await listenError(),
})

const freeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** @returns why no port of this machine's own address can be opened, or nothing */
const listenError = () =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }) => resolve(code))
    server.listen(0, '127.0.0.1', () => server.close(() => resolve()))
  })

const inGigabytes = (bytes) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/**
 * @param there a result of `measure`
 * @param wanted `journeys`: browser tests are among them; `isInstalled`: the packages are installed already
 * @returns a sentence for each missing requirement, with the way to get it
 */
export const listMissing = (there, { journeys, isInstalled }) => {
  const memory = journeys ? memoryBytes.journeys : memoryBytes.others
  const disk = isInstalled ? 0 : diskBytes.installed
  return [
    there.memory < memory &&
      `Memory: these tests need ${inGigabytes(memory)} and there are ${inGigabytes(there.memory)}. ${
        journeys ? 'Give the machine more, or run `npm run check`, which needs no browser.' : 'Give the machine more.'
      }`,
    there.disk < disk &&
      `Disk: installing needs ${inGigabytes(disk)} in ${root} and ${inGigabytes(there.disk)} are free. Free some space.`,
    there.temporary < diskBytes.temporary &&
      `Disk: these tests need ${inGigabytes(diskBytes.temporary)} in ${tmpdir()} and ${inGigabytes(there.temporary)} are free. Free some space, or name another folder: TMPDIR=/path npm test`,
    there.port &&
      `Ports: these tests start servers on 127.0.0.1, and no port could be opened (${there.port}). Allow it, or run them outside this sandbox.`,
  ].filter(Boolean)
}

export const findMissing = async (wanted) => listMissing(await measure(), wanted)

/** How to get a Chromium that the journeys can use. */
export const chromiumAdvice = `Chromium: the browser tests need one, and none could be found or installed. Get it with
  ${
    {
      darwin: 'brew install --cask google-chrome',
      win32: 'winget install Google.Chrome',
    }[platform()] ?? 'sudo apt-get install chromium'
  }
or name one that is there: CHROMIUM_PATH=/path/to/chromium npm test
\`npm run check\` needs none.`
