import { openForReading } from './connection.ts'

/** What SQLite finds when it reads the whole file: 'ok', or the first damage. @throws SQLite's error for damage */
export const quickCheck = (path: string): string => {
  const connection = openForReading(path)
  try {
    return String(connection.prepare('pragma quick_check(1)').get()?.quick_check)
  } finally {
    connection.close()
  }
}
