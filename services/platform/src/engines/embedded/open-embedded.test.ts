import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProcessEngines } from '../../ports/engines.ts'
import { damage } from '../../testing/damage.ts'
import { withPublishedTopics } from '../../testing/temporary-engines.ts'
import { prepareDataFile } from './file/data-file.ts'
import { dataFormat } from './file/data-format.ts'
import { openEmbedded } from './open-embedded.ts'

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-open-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const open = async (folder: string): Promise<ProcessEngines> => {
  const engines = await openEmbedded({ folder })
  onTestFinished(() => engines.close())
  return engines
}

const event = (id: string) => ({ id, type: 'ParcelWeighed', version: 1, data: {}, metadata: {} })
const ourKeys = {
  name: 'keys-v1',
  fields: { secret: 'text', since: 'text' },
  indexes: [['secret']],
  sortBy: 'since',
} as const

const onDisk = async (folder: string, text: string): Promise<boolean> => {
  const files = (await readdir(folder)).filter((name) => name.startsWith('tuma.db'))
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name))))
  return contents.some((content) => content.includes(text))
}

const setFormat = (folder: string, format: number): void => {
  const file = new DatabaseSync(join(folder, 'tuma.db'))
  file.exec(`pragma user_version = ${format}`)
  file.close()
}

/** Name, time of the last change and content of each file. */
const filesIn = async (folder: string) =>
  Promise.all(
    (await readdir(folder)).sort().map(async (name) => {
      const path = join(folder, name)
      return [name, (await stat(path)).mtimeMs, (await readFile(path)).toString('base64')]
    }),
  )

describe('opening a folder', () => {
  it('makes it when it is missing', async () => {
    const folder = join(await temporaryFolder(), 'not', 'yet')
    const engines = await open(folder)
    await engines.of('delivery').events.append('parcel-1', [event('a')], 'no-stream')
    expect(await readdir(folder)).toContain('tuma.db')
  })

  it('makes each file in it private, and closes files that another release left open', async () => {
    const folder = join(await temporaryFolder(), 'data')
    const modes = async () => {
      const names = ['.', ...(await readdir(folder))]
      const found = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode & 0o777))
      return Object.fromEntries(names.map((name, i) => [name, found[i]?.toString(8)]))
    }
    const expectAllClosed = async () => {
      const { '.': ofFolder, ...ofFiles } = await modes()
      expect(Object.keys(ofFiles)).toEqual(expect.arrayContaining(['tuma.db', 'tuma.db-wal', 'tuma.lock']))
      expect([ofFolder, ...new Set(Object.values(ofFiles))]).toEqual(['700', '600'])
    }
    const engines = await openEmbedded({ folder })
    await expectAllClosed()
    await engines.close()
    for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644)
    await chmod(folder, 0o755)
    await open(folder)
    await expectAllClosed()
  })

  it('keeps the mode of a folder with other files', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'of-others'), '')
    await chmod(folder, 0o755)
    await open(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    expect((await stat(join(folder, 'of-others'))).mode & 0o044).toBe(0o044)
  })

  it('refuses one that cannot be written to', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    await expect(openEmbedded({ folder: join(file, 'folder') })).rejects.toMatchObject({ code: 'FolderNotWritable' })
    await expect(openEmbedded({ folder: file })).rejects.toMatchObject({ code: 'FolderNotWritable' })
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'tuma.db'))
    await expect(openEmbedded({ folder })).rejects.toMatchObject({ code: 'FolderNotWritable' })
  })

  it.each([
    [1000, 'FileTooNew'],
    [dataFormat - 1, 'FileTooOld'],
    [1, 'FileTooOld'],
  ])('refuses a file of format %i and changes nothing in its folder', async (format, code) => {
    const folder = await temporaryFolder()
    await (await openEmbedded({ folder })).close()
    setFormat(folder, format)
    const contents = () => filesIn(folder)
    const before = await contents()
    await expect(openEmbedded({ folder })).rejects.toMatchObject({ code })
    expect(await contents()).toEqual(before)
    setFormat(folder, dataFormat)
    await open(folder)
  })

  it('refuses a file whose format is in the log alone, and releases the folder', async () => {
    const folder = await temporaryFolder()
    await (await openEmbedded({ folder })).close()
    const file = new DatabaseSync(join(folder, 'tuma.db'))
    onTestFinished(() => file.close())
    file.exec('pragma wal_autocheckpoint = 0; pragma user_version = 3')
    for (let i = 0; i < 2; i++) await expect(openEmbedded({ folder })).rejects.toMatchObject({ code: 'FileTooOld' })
    expect(file.prepare('pragma user_version').get()?.user_version).toBe(3)
  })

  it('reads on after an event that is no longer JSON', async () => {
    const folder = await temporaryFolder()
    const { events } = (await open(folder)).of('delivery')
    await events.append('parcel-1', [event('a'), event('b'), event('c')], 'no-stream')
    damage(folder, 'parcel-1', 1, "metadata = '{'")
    const read = await events.readAll(null, 10)
    expect(read.map(({ id, unreadable, data }) => [id, unreadable, data])).toEqual([
      ['a', undefined, {}],
      ['b', true, null],
      ['c', undefined, {}],
    ])
    expect(await events.read('parcel-1')).toEqual(read)
  })

  it('refuses a file that is no database, and one that is damaged', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'tuma.db'), 'by no means a database, however long one looks at it'.repeat(100))
    await expect(openEmbedded({ folder })).rejects.toMatchObject({ code: 'FileDamaged' })

    const other = await temporaryFolder()
    await (await openEmbedded({ folder: other })).close()
    const path = join(other, 'tuma.db')
    const pages = await readFile(path)
    await writeFile(path, pages.fill('?', pages.length - 4096))
    await expect(openEmbedded({ folder: other })).rejects.toMatchObject({ code: 'FileDamaged' })
  })
})

describe('a file is read through when it is opened', () => {
  /** Damages the last page, so that only reading all pages finds it. */
  const damage = async (path: string, { asIfUntouched }: { asIfUntouched: boolean }) => {
    const { atime, mtime } = await stat(path)
    const pages = await readFile(path)
    await writeFile(path, pages.fill('?', pages.length - 4096))
    if (asIfUntouched) await utimes(path, atime, mtime)
  }
  const used = async () => {
    const folder = await temporaryFolder()
    const engines = await openEmbedded({ folder })
    await engines.of('delivery').events.append('parcel-1', [event('a')], 'no-stream')
    return { folder, engines, path: join(folder, 'tuma.db') }
  }

  it('but not when it was closed in order and has not changed since', async () => {
    const { folder, engines, path } = await used()
    await engines.close()
    await damage(path, { asIfUntouched: true })
    const again = await open(folder)
    expect(again.healthy()).toBe(true)
  })

  it('again and again, for as long as it is not closed in order', async () => {
    const { folder, engines, path } = await used()
    await engines.close()
    // As if the next run had been killed: it has removed the mark and never closed.
    await prepareDataFile(path)
    await damage(path, { asIfUntouched: true })
    await expect(openEmbedded({ folder })).rejects.toMatchObject({ code: 'FileDamaged' })
  })

  it('when it is another file than the one that was closed', async () => {
    const { folder, engines, path } = await used()
    await engines.close()
    await damage(path, { asIfUntouched: false })
    await expect(openEmbedded({ folder })).rejects.toMatchObject({ code: 'FileDamaged' })
  })
})

describe('the embedded engines', () => {
  it('keep the services apart', async () => {
    const engines = await open(await temporaryFolder())
    const [delivery, payment] = [engines.of('delivery'), engines.of('payment')]
    await delivery.events.append('parcel-1', [event('a')], 'no-stream')
    await payment.events.append('parcel-1', [event('a')], 'no-stream')
    expect(await delivery.events.readAll(null, 10)).toHaveLength(1)
    const keys = await delivery.documents.collection(ourKeys)
    const others = await payment.documents.collection(ourKeys)
    await delivery.documents.write(
      [{ collection: ourKeys.name, id: 'a', version: 1, document: {} }],
      [{ name: 'x', position: 1 }],
    )
    expect([await keys.count(), await others.count()]).toEqual([1, 0])
    expect(await payment.documents.checkpoint('x')).toBeNull()
  })

  it('accept only names that are safe inside SQL', async () => {
    const engines = await open(await temporaryFolder())
    expect(() => engines.of('delivery"; drop table events')).toThrow('service')
    const { documents } = engines.of('delivery')
    await expect(documents.collection({ ...ourKeys, name: 'a"b' })).rejects.toThrow('name')
    await expect(documents.collection({ ...ourKeys, fields: { ...ourKeys.fields, 'a"b': 'text' } })).rejects.toThrow(
      'name',
    )
    await expect(documents.drop('a"b')).rejects.toThrow('name')
  })

  it('write all of a batch or none of it', async () => {
    const { documents } = (await open(await temporaryFolder())).of('delivery')
    const unique = await documents.collection({ ...ourKeys, unique: ['secret'] })
    const write = (id: string) => ({ collection: ourKeys.name, id, version: 1, document: { secret: 'same' } })
    await expect(documents.write([write('a'), write('b')])).rejects.toThrow('secret')
    expect(await unique.count()).toBe(0)
  })

  it('show all events under one name to a person who inspects the file', async () => {
    const folder = await temporaryFolder()
    const engines = await openEmbedded({ folder })
    const inFile = () => {
      const file = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
      const found = file.prepare('select service, position, stream, id from events order by service, position').all()
      file.close()
      return found
    }
    expect(inFile()).toEqual([])
    await engines.of('payment').events.append('payment-1', [event('a')], 'no-stream')
    await engines.of('delivery').events.append('parcel-1', [event('a'), event('b')], 'no-stream')
    await engines.close()
    expect(inFile()).toEqual([
      { service: 'delivery', position: 1, stream: 'parcel-1', id: 'a' },
      { service: 'delivery', position: 2, stream: 'parcel-1', id: 'b' },
      { service: 'payment', position: 1, stream: 'payment-1', id: 'a' },
    ])
  })

  it('find a repeated append only in its own stream', async () => {
    const { events } = (await open(await temporaryFolder())).of('delivery')
    const first = await events.append('parcel-1', [event('a')], 'no-stream')
    await events.append('parcel-2', [event('b'), event('a')], 'no-stream')
    expect((await events.read('parcel-2')).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(await events.append('parcel-1', [event('a')], 'no-stream')).toEqual(first)
    await expect(events.append('parcel-3', [], 'no-stream')).rejects.toThrow('nothing')
  })

  it('leave no byte of forgotten data', async () => {
    const folder = await temporaryFolder()
    const { documents } = (await open(folder)).of('identity')
    await documents.collection(ourKeys)
    const secret = 'b7e1-the-key-of-a-person'
    await documents.write([{ collection: ourKeys.name, id: 'person-1', version: 1, document: { secret } }])
    await documents.write([
      { collection: ourKeys.name, id: 'person-1', version: 2, document: { secret, since: '2026' } },
    ])
    expect(await onDisk(folder, secret)).toBe(true)
    await documents.forget(ourKeys.name, 'person-1')
    expect(await onDisk(folder, secret)).toBe(false)
  })

  it('store nothing for a listener', async () => {
    const folder = await temporaryFolder()
    const engines = withPublishedTopics(await openEmbedded({ folder }))
    const { bus } = engines.of('bff')
    const heard: string[] = []
    const listener = bus.listen({
      topic: 'delivery',
      onMessage: async ({ id }) => void heard.push(id),
      onFault: () => {},
    })
    await expect.poll(listener.listening).toBe(true)
    await bus.publish('delivery', [{ id: 'm1', key: 'a', type: 't', version: 1, data: {}, headers: {} }])
    await expect.poll(() => heard).toEqual(['m1'])
    await engines.close()
    const database = new DatabaseSync(join(folder, 'tuma.db'))
    onTestFinished(() => database.close())
    for (const table of ['group_positions', 'parked_messages'])
      expect(database.prepare(`select * from ${table}`).all()).toEqual([])
  })

  it('end their followers and consumers when they close', async () => {
    const engines = await openEmbedded({ folder: await temporaryFolder() })
    const { events, bus } = engines.of('delivery')
    const { ended } = events.subscribe(null, async () => {})
    bus.consume({ topic: 'delivery', group: 'payment', onMessage: async () => {} })
    await engines.close()
    await ended
    await expect(events.append('parcel-1', [event('a')], 'no-stream')).rejects.toThrow('closed')
  })

  it('give larger pages to a subscriber that is far behind, and usual ones after that', async () => {
    const engines = await openEmbedded({ folder: await temporaryFolder(), filling: { eventsAtOnce: 5 } })
    onTestFinished(() => engines.close())
    const { events } = engines.of('delivery')
    const ids = (first: number, many: number) => Array.from({ length: many }, (_, n) => event(`e${first + n}`))
    await events.append('parcel-1', ids(0, 50 + 20 + 20 + 7), 'no-stream')
    const pages: number[] = []
    events.subscribe(null, async (batch) => void pages.push(batch.length))
    await expect.poll(() => pages).toEqual([...Array(10).fill(5), 20, 20, 7])
    await events.append('parcel-2', ids(97, 7), 'no-stream')
    await expect.poll(() => pages.slice(13)).toEqual([5, 2])
  })
})
