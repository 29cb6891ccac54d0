import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Configuration, rspack, type Stats } from '@rspack/core'
import { allAreas, getFolder } from './areas.ts'
import { drawFirstPages } from './first.ts'
import { compress, isFresh, record, writeIntegrity } from './outputs.ts'
import type { Mode } from './rspack.ts'
import { getStamp } from './stamp.ts'

/** Why a build failed, in rspack's words. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed'
}

function run(config: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config)
    compiler.run((error, stats) => {
      compiler.close((closing) => {
        if (error ?? closing) reject(error ?? closing)
        else if (!stats) reject(new BuildFailed('rspack answered nothing'))
        else if (stats.hasErrors())
          reject(new BuildFailed(stats.toString({ all: false, errors: true, colors: process.stdout.isTTY })))
        else resolve(stats)
      })
    })
  })
}

/** The base path of the area is stored with its files, for the server that serves them. */
function announceArea(folder: string, dist: string): void {
  const [announced, served] = [join(folder, 'area.json'), join(dist, 'area.json')]
  if (!existsSync(announced)) return
  // A product that starts meanwhile would read half of it.
  const isServed = existsSync(served) && readFileSync(served).equals(readFileSync(announced))
  if (!isServed) cpSync(announced, served)
}

/** Builds one area unless its inputs are those of the last build. @throws BuildFailed; dist then keeps the last build */
export async function buildArea(
  area: string,
  { mode = 'production' as Mode, folder = getFolder(area) } = {},
): Promise<'built' | 'unchanged'> {
  const dist = join(folder, 'dist')
  announceArea(folder, dist)
  const stamp = `${mode}-${getStamp(area, folder)}`
  if (isFresh(dist, stamp)) return 'unchanged'
  const configFile = join(folder, 'rspack.config.ts')
  if (!existsSync(configFile)) throw new BuildFailed(`There is no ${configFile}`)
  const { default: configure } = (await import(pathToFileURL(configFile).href)) as {
    default: (mode: Mode) => Configuration
  }
  const stats = await run(configure(mode))
  const files = [...Object.keys(stats.compilation.assets), ...(await drawFirstPages(folder, mode, stats, run))]
  const extras = [...(mode === 'production' ? compress(dist, files) : []), writeIntegrity(dist, files)]
  record(dist, { stamp, builtAt: new Date().toISOString(), files: [...files, ...extras] })
  return 'built'
}

async function main(words: string[]): Promise<void> {
  const mode: Mode = words.includes('--development') ? 'development' : 'production'
  const named = words.filter((word) => !word.startsWith('--'))
  for (const area of named.length > 0 ? named : allAreas()) {
    const begun = performance.now()
    try {
      const result = await buildArea(area, { mode })
      console.log(
        `${area.padEnd(8)} ${result}${result === 'built' ? ` in ${((performance.now() - begun) / 1000).toFixed(1)} s` : ''}`,
      )
    } catch (error) {
      console.error(`${area.padEnd(8)} failed\n${error instanceof BuildFailed ? error.message : error}`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) await main(process.argv.slice(2))
