import type { Connection } from '../file/connection.ts'
import { besideName, getFilled } from './collection-table.ts'

/**
 * The names of the tables of a service's collections. A collection that was filled beside another one has that one's
 * table after the exchange, so a new collection takes whichever of the two names is free. Read from the file once,
 * because this process alone writes it.
 */
export const openStoredNames = (reader: Connection, service: string) => {
  let names: Map<string, string> | undefined
  const all = (): Map<string, string> => {
    const read = () => reader.prepare('select name, stored from collections where service = ?').all(service)
    names ??= new Map(read().map(({ name, stored }) => [String(name), String(stored)]))
    return names
  }
  return {
    get(name: string): string {
      const known = all().get(name)
      if (known !== undefined) return known
      const filled = getFilled(name)
      const taken = new Set(all().values())
      return [name, filled, besideName(filled)].find((stored) => !taken.has(stored)) ?? name
    },
    declared: (name: string, stored: string) => void all().set(name, stored),
    dropped: (name: string) => void all().delete(name),
  }
}
