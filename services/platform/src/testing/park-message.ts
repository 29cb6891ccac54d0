import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Message } from '../ports/message-bus.ts'

/** Adds a message to a data folder as one that a group has given up on, also while the product runs. */
export const parkMessage = (folder: string, topic: string, group: string, message: Message, reason: string): void => {
  const file = new DatabaseSync(join(folder, 'tuma.db'), { timeout: 60_000 })
  file
    .prepare(
      `insert into parked_messages (topic, consumers, key, message, position, reason, parked_at, replaying)
       values (?, ?, ?, ?, 0, ?, ?, 0)`,
    )
    .run(topic, group, message.key, JSON.stringify(message), reason, new Date().toISOString())
  file.close()
}
