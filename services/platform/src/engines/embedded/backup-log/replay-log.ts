import { deserialize } from 'node:v8'
import { readRowKey } from '../documents/row-key.ts'
import { openRowSums } from '../documents/row-sum.ts'
import { checkpoint, openForWriting, whileFilling } from '../file/connection.ts'
import { writes } from '../writer/writes.ts'
import type { KeyRow, LoggedCommit } from './backup-log.ts'
import { writeBackupState } from './log-table.ts'
import type { LoggedRequest } from './logged-requests.ts'

/** Completes a copy that `copyBase` made, in a file that no process uses. */
export const openReplay = (path: string) => {
  const connection = openForWriting(path, whileFilling)
  const sum = openRowSums(readRowKey(connection, path))
  const inOneCommit = (work: () => void): void => {
    connection.prepare('begin immediate').run()
    work()
    connection.prepare('commit').run()
  }
  return {
    /** @throws what the writer would, if the commit does not follow the copy and the commits before it */
    apply: ({ requests }: Pick<LoggedCommit, 'requests'>): void =>
      inOneCommit(() => {
        for (const { name, input } of deserialize(requests) as LoggedRequest[]) writes[name](connection, input as never)
      }),
    /** Services that had no keys at that moment are skipped. */
    addKeys: (collection: string, rows: readonly KeyRow[]): void =>
      inOneCommit(() => {
        for (const { service, id, version, key } of rows) {
          const isDeclared = connection
            .prepare('select 1 from collections where service = ? and name = ?')
            .get(service, collection)
          if (isDeclared)
            connection
              .prepare(
                `insert or replace into "${service}/${collection}" (_id, _version, _document, _sum) values (?, ?, ?, ?)`,
              )
              .run(id, version, key, sum(`${service}/${collection}`, [id, version, key]))
        }
      }),
    noteState: (state: string): void => inOneCommit(() => writeBackupState(connection, state)),
    close(): void {
      checkpoint(connection)
      connection.close()
    },
  }
}
