import type { Connection } from '../file/connection.ts'
import { besideName, getFilled } from './collection-table.ts'

/**
 * The name of a collection's table. A collection that was filled beside another one has that one's table after the
 * exchange, so a new collection takes whichever of the two names is free.
 */
export const storedName = (reader: Connection, service: string, name: string): string => {
  const rows = reader.prepare('select name, stored from collections where service = ?').all(service)
  const known = rows.find((row) => row.name === name)
  if (known) return String(known.stored)
  const filled = getFilled(name)
  const isTaken = (stored: string) => rows.some((row) => row.stored === stored)
  return [name, filled, besideName(filled)].find((stored) => !isTaken(stored)) ?? name
}
