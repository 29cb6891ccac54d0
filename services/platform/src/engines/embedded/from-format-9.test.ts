import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually, listen, message, ofKey } from '../../testing/suites/bus-listener.ts'
import { openMemoryTopic } from '../../testing/memory-topic.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../testing/temporary-engines.ts'
import { event } from '../../testing/suites/weighed-parcels.ts'
import { dataFormat } from './data-format.ts'

const topic = 'parcels'
/** By position from 1, as events of a service and as messages of its topic. */
const ids = ['a-1', 'b-1', 'a-2', 'b-2', 'a-3']
const partitionOf = (key: string) => (key === 'a' ? 0 : 1)

let house: TemporaryEngines
beforeEach(async () => {
  house = await openTemporaryEngines()
  onTestFinished(() => house.close())
  const { events } = house.of('scale')
  const next = new Map<string, number>()
  for (const id of ids) {
    const { key } = message(id)
    const revision = next.get(key) ?? 0
    await events.append(key, [{ ...event(id), id }], revision === 0 ? 'no-stream' : revision - 1)
    next.set(key, revision + 1)
  }
})

type Row = Record<string, string | number>
type Stored = {
  /** Ids of messages that are in the table, by the position of their events. */
  readonly published: readonly string[]
  /** Position of the last event that the publisher's checkpoint knows as published. */
  readonly checkpoint: number | null
  /** Up to which the group has handled the messages of each partition; by default it is not known. */
  readonly handled?: readonly [number, number]
  readonly parked?: readonly string[]
  /** The group missed something before it was known, and was not told yet. */
  readonly missed?: boolean
}

/** Makes the closed folder one of format 9. */
const asFormat9 = (folder: string, { published, checkpoint, handled, parked = [], missed = false }: Stored): void => {
  const file = new DatabaseSync(join(folder, 'tuma.db'))
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row)
    file.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(...Object.values(row))
  }
  const put = (topic: string, id: string): void => {
    const said = { ...message(id), publishedAt: Date.parse('2026-11-29T06:00:00.000Z') }
    const row = {
      position: ids.indexOf(id) + 1,
      topic,
      partition: partitionOf(said.key),
      message: JSON.stringify(said),
    }
    insert('messages', row)
  }
  file.exec(`
    drop table group_positions;
    drop index replaying_in_order;
    alter table parked_messages drop column position;
    alter table parked_messages add column partition integer not null default 0;
    create index replaying_in_order on parked_messages (topic, consumers, partition, id) where replaying = 1;
    create table messages (
      position integer primary key, topic text not null, partition integer not null, message text not null);
    create index messages_in_order on messages (topic, partition, position);
    create table pruned_topics (topic text primary key) without rowid;
    create table missed_topics (
      topic text not null, consumers text not null, told integer not null, primary key (topic, consumers)) without rowid;
    create table group_positions (
      topic text not null, consumers text not null, partition integer not null, position integer not null,
      primary key (topic, consumers, partition)) without rowid;
    pragma user_version = 9`)
  for (const id of published) put(topic, id)
  if (checkpoint !== null) insert('checkpoints', { service: 'scale', name: `publisher-${topic}`, position: checkpoint })
  for (const [partition, position] of (handled ?? []).entries())
    insert('group_positions', { topic, consumers: 'notification', partition, position })
  if (missed) {
    insert('missed_topics', { topic, consumers: 'notification', told: 0 })
    insert('group_positions', {
      topic: `${topic} for notification`,
      consumers: 'notification',
      partition: 0,
      position: 0,
    })
  }
  for (const id of parked) {
    const about = { topic, consumers: 'notification', key: message(id).key, message: JSON.stringify(message(id)) }
    insert('parked_messages', { ...about, reason: 'too heavy', parked_at: '2026-11-29T06:00:00.000Z', replaying: 0 })
  }
  file.close()
}

/** The folder was one of format 9, and is opened. @returns its bus, on which the events of the topic are served */
const reopened = async (stored: Stored) => {
  const { bus } = (await house.reopen(() => asFormat9(house.folder, stored))).of('delivery')
  const from = ids.map((id, index) => {
    return { message: message(id), position: index + 1, recordedAt: Date.now(), isAnnounced: true }
  })
  await openMemoryTopic(bus, topic, from)
  return bus
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 200))

test('a message that was published and not handled is handled once, before later ones of its key, and nothing else comes again', async () => {
  const bus = await reopened({ published: ['a-1', 'b-1', 'a-2', 'b-2'], checkpoint: 4, handled: [1, 4] })
  expect(await bus.lag(topic, 'notification')).toBe(2)
  const { handled } = listen(bus, { topic })
  await eventually(() => expect(handled).toEqual(['a-2', 'a-3']))
  await settled()
  expect(handled).toEqual(['a-2', 'a-3'])
  expect(await bus.parked()).toEqual([])
})

test('what was published after the last checkpoint does not come again', async () => {
  const bus = await reopened({ published: ['a-1', 'b-1', 'a-2', 'b-2'], checkpoint: 2, handled: [3, 4] })
  const { handled } = listen(bus, { topic })
  await eventually(() => expect(handled).toEqual(['a-3']))
})

test('what was taken out of the table was handled by all, and does not come again', async () => {
  const bus = await reopened({ published: [], checkpoint: 4, handled: [3, 4] })
  const { handled } = listen(bus, { topic })
  await eventually(() => expect(handled).toEqual(['a-3']))
})

test('what was parked stays parked, and what was not handled waits behind it', async () => {
  const published = ['a-1', 'b-1', 'a-2', 'b-2']
  const bus = await reopened({ published, checkpoint: 4, handled: [1, 2], parked: ['a-1'] })
  const { handled } = listen(bus, { topic })
  await eventually(async () => expect(await bus.parked()).toHaveLength(3))
  const parked = (await bus.parked()).map(({ message: { id }, reason }) => `${id}: ${reason}`)
  expect(parked).toEqual(['a-1: too heavy', 'a-2: behind a-1', 'a-3: behind a-1'])
  expect(await bus.replay('notification', topic, 'a')).toBe(3)
  await eventually(() => expect(ofKey('a', handled)).toEqual(['a-1', 'a-2', 'a-3']))
  expect(ofKey('b', handled)).toEqual(['b-2'])
})

test('what does not concern the group it is through with', async () => {
  const bus = await reopened({ published: ['a-1', 'b-1'], checkpoint: 2, handled: [0, 0] })
  const { handled } = listen(bus, { topic, types: new Set(['ParcelShelved']) })
  await eventually(async () => expect(await bus.lag(topic, 'notification')).toBe(0))
  expect([handled, await bus.parked()]).toEqual([[], []])
})

test.each([
  ['is not known', { published: ids, checkpoint: 5 }],
  ['was still to be told what it had missed', { published: ids, checkpoint: 5, handled: [5, 5], missed: true }],
  ['hears a service that stores elsewhere', { published: ids, checkpoint: null, handled: [5, 5] }],
] satisfies [string, Stored][])('a group that %s begins with the first event', async (_, stored) => {
  const bus = await reopened(stored)
  const { handled } = listen(bus, { topic })
  await eventually(() => expect(handled).toHaveLength(ids.length))
  expect(ofKey('a', handled)).toEqual(['a-1', 'a-2', 'a-3'])
})

test('what messages said is no longer in the file, which has today’s format', async () => {
  const { note } = message('a-1').data as { note: string }
  await reopened({ published: ids, checkpoint: 5, handled: [5, 5] })
  const file = new DatabaseSync(join(house.folder, 'tuma.db'), { readOnly: true })
  expect(file.prepare('pragma user_version').get()?.user_version).toBe(dataFormat)
  expect(file.prepare("select name from sqlite_schema where name like '%topics' or name = 'messages'").all()).toEqual(
    [],
  )
  file.close()
  const names = (await readdir(house.folder)).filter((name) => name.startsWith('tuma.db'))
  const contents = await Promise.all(names.map((name) => readFile(join(house.folder, name))))
  expect(Buffer.concat(contents).includes(note)).toBe(false)
})
