import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openEventRows } from '../engines/embedded/events/event-rows.ts'

/**
 * Changes a stored event without any notice, as a bad disk does.
 * @param change SQL: `data = replace(data, '5', '6')`; the row is first unpacked to text, as older releases wrote it
 * @returns a function that undoes it
 */
export const damage = (folder: string, stream: string, revision: number, change: string): (() => void) => {
  const database = new DatabaseSync(join(folder, 'tuma.db'), { timeout: 60_000 })
  const where = 'where stream = ? and revision = ?'
  const found = database.prepare(`select * from events ${where}`).get(stream, revision)
  if (!found) throw new Error(`no event ${revision} of ${stream}`)
  const { service, ...before } = found
  const table = `"${service} events"`
  const { data, metadata, checksum = null } = openEventRows(String(service), database).toEvent(found)
  database
    .prepare(`update ${table} set data = ?, metadata = ?, checksum = ? ${where}`)
    .run(JSON.stringify(data), JSON.stringify(metadata), checksum, stream, revision)
  const { changes } = database.prepare(`update ${table} set ${change} ${where}`).run(stream, revision)
  if (changes !== 1) throw new Error(`nothing was changed in ${stream}`)
  database.close()
  return () => {
    const again = new DatabaseSync(join(folder, 'tuma.db'), { timeout: 60_000 })
    const { position, ...columns } = before
    const set = Object.keys(columns).map((name) => `${name} = ?`)
    again.prepare(`update ${table} set ${set} where position = ?`).run(...Object.values(columns), position as number)
    again.close()
  }
}
