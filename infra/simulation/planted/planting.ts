import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { faults } from './faults.ts'

const root = new URL('../../../', import.meta.url)

/** From now on the module of this fault is loaded with it. @throws if its file is missing or its text has changed */
export const plantFault = (name: string): void => {
  const fault = faults.find((one) => one.name === name)
  if (!fault) throw new Error(`there is no fault "${name}"`)
  if (!existsSync(new URL(fault.file, root))) throw new Error(`there is no file ${fault.file}`)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(fault.file)) return loaded
      return { ...loaded, source: applyEdits(String(loaded.source), fault.edits) }
    },
  })
}

/** The source of the fault's file with the fault in it. @throws if its file is missing or its text has changed */
export const readPlantedSource = ({ file, edits }: (typeof faults)[number]): string =>
  applyEdits(readFileSync(new URL(file, root), 'utf8'), edits)

const applyEdits = (text: string, edits: (typeof faults)[number]['edits']): string =>
  edits.reduce((before, [original, instead]) => {
    if (!before.includes(original)) throw new Error(`nowhere stands: ${original}`)
    return before.replace(original, () => instead)
  }, text)
