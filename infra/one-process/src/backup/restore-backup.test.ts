import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataFormat, engineSettings, lockFolder, openEmbedded } from '@tuma/platform/engines'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import { CannotStart, readSettings } from '@tuma/platform/runtime'
import { tracesIn } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { secretKeyIn } from '../secret-key.ts'
import { knowKey } from './key-of-data.ts'
import { makeBackup } from './make-backup.ts'
import { restorationIn } from './restoration.ts'
import { assertNoRestoreCut, restoreBackup } from './restore-backup.ts'

const key = 'ab'.repeat(32)
const notes = { name: 'notes-v1', fields: { text: 'text' }, indexes: [], sortBy: 'text' } as const

let place: string
let from: string
let to: string
let file: string
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'tuma-backup-'))
  ;[from, to, file] = [join(place, 'data'), join(place, 'restored'), join(place, 'tuma.backup')]
  await withData(from, async (product) => {
    await note(product, 'first')
    await knowKey(product, key)
  })
  writeFileSync(join(from, 'secret.key'), `${key}\n`, { mode: 0o600 })
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const withData = async <T>(folder: string, act: (product: ProcessEngines) => Promise<T>): Promise<T> => {
  const product = await openEmbedded({ folder })
  return act(product).finally(() => product.close())
}
const note = async (product: ProcessEngines, text: string) => {
  const { documents } = product.of('notes')
  await documents.collection(notes)
  await documents.write([{ collection: notes.name, id: text, document: { text }, version: 1 }])
}
const notesIn = (folder: string) =>
  withData(folder, async (product) => {
    const stands = await product.of('notes').documents.collection<{ text: string }>(notes)
    return (await stands.find({ limit: 10 })).documents.map(({ text }) => text).sort()
  })
const settings = (DATA_DIR: string, more = {}) => readSettings(engineSettings, { DATA_DIR, ...more })
const backup = (...words: string[]) => makeBackup(words.length > 0 ? words : [file], settings(from))
const restore = (...words: string[]) => restoreBackup(words.length > 0 ? words : [file], settings(to))
const getSentence = async (refused: Promise<string>): Promise<string> => {
  const error = await refused.then(String, (thrown) => thrown)
  expect(error).toBeInstanceOf(CannotStart)
  return error.message
}
const getMode = (path: string) => statSync(path).mode & 0o777

describe('a backup', () => {
  const changeNote = (to: string) => {
    const data = new DatabaseSync(join(from, 'tuma.db'))
    data.exec(`update "notes/notes-v1" set text = '${to}' where _id = 'first'`)
    data.close()
  }

  test('of damaged data is not called sound: it gets another name, and the sentence says what is damaged and what to do', async () => {
    await backup()
    const before = readFileSync(file)
    changeNote('other')
    const sentence = await getSentence(makeBackup([file, '--replace'], settings(from)))
    expect(sentence).toContain(`${from} is damaged: notes notes-v1. ${file}.damaged holds what can be read`)
    expect(sentence).toContain('Then run the backup again.')
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(place).sort()).toEqual(['data', 'tuma.backup', 'tuma.backup.damaged'])
    changeNote('first')
    expect(await makeBackup([file, '--replace'], settings(from))).toContain(`${file} holds all of ${from}`)
  })

  test('holds data and key in one file for our account only, and is restored unchanged and marked as restored', async () => {
    expect(await backup()).toContain(`${file} holds all of ${from}`)
    expect([getMode(file), readdirSync(place).sort()]).toEqual([0o600, ['data', 'tuma.backup']])
    await withData(from, (product) => note(product, 'later'))
    expect(await restore()).toContain(`${to} is as it was at 2`)
    expect(readdirSync(to).sort()).toEqual(['secret.key', 'tuma.db', 'tuma.lock'])
    expect(readdirSync(to).map((name) => getMode(join(to, name)))).toEqual([0o600, 0o600, 0o600])
    expect(getMode(to)).toBe(0o700)
    expect(secretKeyIn(to).read()).toBe(key)
    expect(await notesIn(to)).toEqual(['first'])
    const made = expect.stringMatching(/^2.*Z$/)
    expect(await withData(to, (product) => restorationIn(product).read())).toEqual({
      ...{ id: expect.any(String), made, head: 0, erased: [] },
    })
  })

  test('of restored data gets a new id at its own restore', async () => {
    await backup()
    await restore()
    const first = await withData(to, (product) => restorationIn(product).read())
    await makeBackup([join(place, 'second')], settings(to))
    const again = join(place, 'again')
    await restoreBackup([join(place, 'second')], settings(again))
    const second = await withData(again, (product) => restorationIn(product).read())
    expect(second?.id).not.toBe(first?.id)
    expect((second?.made ?? '') > (first?.made ?? '')).toBe(true)
  })

  test('is not written over another file without --replace', async () => {
    writeFileSync(file, 'of yesterday')
    expect(await getSentence(backup())).toBe(`${file} is there already. Name another file, or add --replace.`)
    expect(readFileSync(file, 'utf8')).toBe('of yesterday')
    await backup(file, '--replace')
    expect([getMode(file), readdirSync(place).sort()]).toEqual([0o600, ['data', 'tuma.backup']])
    await restore()
    expect(await notesIn(to)).toEqual(['first'])
    mkdirSync(join(place, 'folder'))
    expect(await getSentence(backup(join(place, 'folder'), '--replace'))).toContain('is there already')
  })

  test('removes what a killed backup has left, and not what another one is writing', async () => {
    const [gone, alive] = [`${file}.99999999.new`, `${file}.${process.ppid}.new`]
    for (const folder of [gone, alive]) mkdirSync(folder)
    await backup()
    expect([existsSync(gone), existsSync(alive)]).toEqual([false, true])
  })

  test('is not made of a folder with another key, and an older one stays', async () => {
    await backup()
    const before = readFileSync(file)
    writeFileSync(join(from, 'secret.key'), 'cd'.repeat(32))
    expect(await getSentence(backup(file, '--replace'))).toContain('is not the key of these data')
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(place).sort()).toEqual(['data', 'tuma.backup'])
  })

  test('is not made of damaged data', async () => {
    writeFileSync(join(from, 'tuma.db'), 'this was a database once. '.repeat(500))
    expect(await getSentence(backup())).toContain(`The data file in ${from} is damaged.`)
    expect(readdirSync(place)).toEqual(['data'])
  })

  test('says in a sentence what is missing or in the way', async () => {
    expect(await getSentence(makeBackup([], settings(from)))).toContain('Name the file: npm run backup -- tuma.backup')
    expect(await getSentence(backup('--overwrite'))).toContain('Name the file')
    expect(await getSentence(backup(join(place, 'nowhere', 'x')))).toBe(`There is no folder ${join(place, 'nowhere')}.`)
    expect(await getSentence(backup(join(from, 'x')))).toContain(`would be lost with ${from}`)
    expect(await getSentence(makeBackup([file], settings(to)))).toContain(`There is no folder ${to}`)
    expect(await getSentence(makeBackup([file], settings(place)))).toContain(`There is no tuma.db in ${place}`)
    rmSync(join(from, 'secret.key'))
    expect(await getSentence(backup())).toContain('secret.key is missing')
    expect(readdirSync(place)).toEqual(['data'])
  })
})

describe('a restore', () => {
  test('refuses a backup that is damaged, cut, foreign or of another version, and makes no folder', async () => {
    await backup()
    const whole = readFileSync(file)
    const changed = (change: (bytes: Buffer) => Buffer | string) => {
      writeFileSync(file, change(Buffer.from(whole)))
      return getSentence(restore())
    }
    const flipped = (at: number) => (bytes: Buffer) => {
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const line = whole.indexOf('\n')
    const headed = (field: string, value: number) => (bytes: Buffer) => {
      const said = { ...JSON.parse(bytes.subarray(0, line).toString()), [field]: value }
      return Buffer.concat([Buffer.from(JSON.stringify(said)), bytes.subarray(line)])
    }
    const damaged = `${file} is damaged: it is not what was written. Take another backup; nothing has been changed.`
    expect(await changed(flipped(whole.length - 5000))).toBe(damaged)
    expect(await changed(flipped(line - 3))).toBe(damaged)
    expect(await changed((bytes) => Buffer.concat([bytes, Buffer.from('more')]))).toBe(damaged)
    expect(await changed((bytes) => bytes.subarray(0, -7))).toContain('is cut short: 7 bytes are missing')
    expect(await changed((bytes) => bytes.subarray(0, 40))).toContain("is no backup of Tuma's")
    expect(await changed(() => 'a letter to my aunt')).toContain("is no backup of Tuma's")
    expect(await changed(() => '')).toContain("is no backup of Tuma's")
    expect(await changed(headed('format', 2))).toContain('was made by a newer version of Tuma')
    expect(await changed(headed('version', 99))).toContain('was made by a newer version of Tuma')
    expect(await changed(headed('version', dataFormat - 1))).toContain('was made by an older version of Tuma')
    expect(existsSync(to)).toBe(false)
  })

  test('is refused into a folder that is not empty, which stays unchanged', async () => {
    await backup()
    mkdirSync(to, { mode: 0o755 })
    writeFileSync(join(to, 'photo.jpg'), '')
    expect(await getSentence(restore())).toContain(`${to} is not empty`)
    expect([readdirSync(to), getMode(to)]).toEqual([['photo.jpg'], 0o755])
    expect(await getSentence(restoreBackup([file], settings(from)))).toContain(`${from} is not empty`)
    expect(await notesIn(from)).toEqual(['first'])
  })

  test('begins again after a kill, and no start makes new data in its place', async () => {
    await backup()
    mkdirSync(join(to, 'restoring'), { recursive: true })
    copyFileSync(join(from, 'tuma.db'), join(to, 'restoring', 'tuma.db'))
    writeFileSync(join(to, 'secret.key.new'), 'half a ke')
    expect(() => assertNoRestoreCut(to)).toThrow(`A restore into ${to} was cut: run it again`)
    await restore()
    expect(await notesIn(to)).toEqual(['first'])
    expect([secretKeyIn(to).read(), existsSync(join(to, 'restoring'))]).toEqual([key, false])
    expect(() => assertNoRestoreCut(to)).not.toThrow()
  })

  test('destroys the keys of the people on the list again, and keeps the list', async () => {
    const secrets = await withData(from, async (product) => {
      const keys = await openPersonalKeys(product.of('identity'))
      const made = await Promise.all(['account-1', 'account-2', 'account-3'].map(keys.keyFor))
      return made.map((one) => one.toString('base64').slice(0, -2))
    })
    await backup()
    mkdirSync(to)
    writeFileSync(join(to, 'erased'), 'identity account-1\nidentity account-2\nidentity account-1\n', { mode: 0o644 })
    await restore()
    expect(readFileSync(join(to, 'erased'), 'utf8')).toBe(
      'identity account-1\nidentity account-2\nidentity account-1\n',
    )
    expect([getMode(to), getMode(join(to, 'erased'))]).toEqual([0o700, 0o600])
    await withData(to, async (product) => {
      expect((await restorationIn(product).read())?.erased).toEqual(['account-1', 'account-2'])
      const keys = await openPersonalKeys(product.of('identity'))
      const known = await Promise.all(['account-1', 'account-2', 'account-3'].map(keys.existingKey))
      expect(known.map((one) => one?.length ?? null)).toEqual([null, null, 32])
    })
    expect(await tracesIn(to, secrets)).toEqual(secrets.slice(2))
  })

  test('takes a list from another folder and keeps it beside the data, each name once', async () => {
    await withData(from, async (product) => {
      const keys = await openPersonalKeys(product.of('delivery'))
      await Promise.all(['account:1', 'account:2'].map(keys.keyFor))
    })
    await backup()
    mkdirSync(to)
    writeFileSync(join(to, 'erased'), 'delivery account:1\n')
    const list = join(place, 'kept')
    writeFileSync(list, 'delivery account:1\ndelivery account:2\ngarage car-1\n')
    expect(await getSentence(restoreBackup([file, list], settings(to)))).toContain('Name the backup')
    expect(await getSentence(restoreBackup([file, '--erased'], settings(to)))).toContain('Name the backup')
    expect(await getSentence(restoreBackup([file, '--erased', `${list}x`], settings(to)))).toBe(
      `There is no file ${list}x.`,
    )
    await restoreBackup([file, '--erased', list], settings(to))
    expect(readFileSync(join(to, 'erased'), 'utf8')).toBe('delivery account:1\ndelivery account:2\ngarage car-1\n')
    await withData(to, async (product) => {
      const keys = await openPersonalKeys(product.of('delivery'))
      expect(await Promise.all(['account:1', 'account:2'].map(keys.existingKey))).toEqual([null, null])
    })
  })

  test('is refused at once into a folder that another process has just taken', async () => {
    await backup()
    mkdirSync(to)
    const lock = lockFolder(to)
    onTestFinished(() => lock.release())
    expect(await getSentence(restore())).toContain(`${to} is in use by another Tuma.`)
    expect(readdirSync(to)).toEqual(['tuma.lock', 'tuma.lock-journal'])
  })

  test('says which arguments it needs', async () => {
    expect(await getSentence(restoreBackup([], settings(to)))).toContain(
      'Name the backup: npm run restore -- tuma.backup, ',
    )
    expect(await getSentence(restore(join(place, 'x')))).toBe(`There is no file ${join(place, 'x')}.`)
    await backup()
    writeFileSync(to, '')
    expect(await getSentence(restore())).toContain(`${to} is no folder`)
  })
})

const elsewhere = [
  { word: 'grown', engines: {} },
  { word: 'x', engines: { KAFKA_BROKERS: '127.0.0.1:9' } },
  { word: 'x', engines: { MONGODB_URL: 'mongodb://127.0.0.1:9' } },
  { word: 'x', engines: { EVENTSTORE_URL: 'esdb://127.0.0.1' } },
]
test.each(elsewhere)('asked for $word with $engines both say that each engine has its own way', async (asked) => {
  for (const act of [makeBackup, restoreBackup])
    expect(await getSentence(act([asked.word], settings(from, asked.engines)))).toContain("in each engine's own way")
})
