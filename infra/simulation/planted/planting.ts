import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { faults } from './faults.ts'

const root = new URL('../../../', import.meta.url)

/** From now on the module of this fault is loaded with it. @throws if its file is missing or its text has changed */
export const plant = (name: string): void => {
  const fault = faults.find((one) => one.name === name)
  if (!fault) throw new Error(`there is no fault "${name}"`)
  if (!existsSync(new URL(fault.file, root))) throw new Error(`there is no file ${fault.file}`)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(fault.file)) return loaded
      return { ...loaded, source: planted(String(loaded.source), fault.edits) }
    },
  })
}

/** The source of the fault's file with the fault in it. @throws if its file is missing or its text has changed */
export const plantedSource = ({ file, edits }: (typeof faults)[number]): string =>
  planted(readFileSync(new URL(file, root), 'utf8'), edits)

const planted = (text: string, edits: (typeof faults)[number]['edits']): string =>
  edits.reduce((before, [stands, instead]) => {
    if (!before.includes(stands)) throw new Error(`nowhere stands: ${stands}`)
    return before.replace(stands, () => instead)
  }, text)
