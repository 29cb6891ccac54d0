import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/**
 * For tests: a start on `<folder>` that is killed before so many things that it does with files, and says `done` where it
 * was through before. Each statement is one, and so is each flush, name and write of the file system's.
 */
const [path = '', moment = ''] = process.argv.slice(2)
let left = Number(moment)

const step = (): void => {
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  left -= 1
}
const killable = <T extends object>(owner: T, names: readonly (keyof T)[]): void => {
  for (const name of names) {
    const does = owner[name] as (...values: unknown[]) => unknown
    const stepping = function (this: unknown, ...values: unknown[]) {
      step()
      return Reflect.apply(does, this, values)
    }
    Object.defineProperty(owner, name, { value: stepping })
  }
}
killable(fs, ['linkSync', 'renameSync', 'rmSync', 'fsyncSync', 'writeSync', 'openSync'])
killable(DatabaseSync.prototype, ['exec', 'prepare', 'close'])
syncBuiltinESMExports()

const { prepareDataFile } = await import('./data-file.ts')
prepareDataFile(path)
console.log('done')
