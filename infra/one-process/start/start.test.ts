import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { runsOfEachTest, someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
const { startMain: start } = runsOfEachTest()
afterAll(remove)

/** Expects one sentence on stderr, nothing else, and a failure. */
const getRefusal = async (environment: Record<string, string>): Promise<string> => {
  const { code, errors, output } = await start(environment).ended()
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).not.toMatch(/\n\s+at /)
  expect(errors.trim().split('\n')).toHaveLength(1)
  return errors.trim()
}

describe('the product', () => {
  test('says its address and how to log in, answers, and finishes its requests when it is stopped', async () => {
    const run = start({ DATA_DIR: folder('first') })
    const url = await run.ready()
    expect(run.output()).not.toMatch(/are not sent|till of nobody/)
    for (const who of ['admin@tuma.test', 'agent.cbd@tuma.test', 'agent.thika@tuma.test', 'client@tuma.test']) {
      expect(run.output()).toContain(who)
    }
    expect(run.output()).toContain('tuma-demo')
    expect(run.output()).toContain(`${url}/dev/outbox`)
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ alive: true })
    const readyz = await fetch(`${url}/readyz`)
    expect([readyz.status, await readyz.json()]).toEqual([200, { ready: true }])
    expect((await fetch(`${url}/dev/outbox`)).headers.get('content-type')).toContain('html')
    expect(statSync(join(folder('first'), 'secret.key')).mode & 0o777).toBe(0o600)

    const answers = Array.from({ length: 20 }, () => fetch(`${url}/api/locations`))
    run.kill('SIGTERM')
    const statuses = await Promise.all(
      answers.map((answer) =>
        answer.then(
          ({ status }) => status,
          () => 'not taken',
        ),
      ),
    )
    expect(statuses.filter((status) => status !== 200 && status !== 'not taken')).toEqual([])
    expect(await run.ended()).toMatchObject({ code: 0, errors: '' })
  })

  test('leaves nothing that another account of the machine could read', async () => {
    const run = start({ DATA_DIR: folder('private'), SEED: 'none' })
    await run.ready()
    const getMode = (name: string) => statSync(join(folder('private'), name)).mode & 0o777
    const modes = Object.fromEntries(readdirSync(folder('private')).map((name) => [name, getMode(name)]))
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(['secret.key', 'tuma.db', 'tuma.db-wal']))
    expect(Object.values(modes).filter((mode) => mode !== 0o600)).toEqual([])
    expect(getMode('.')).toBe(0o700)
    const process = `/proc/${run.pid}/status`
    if (existsSync(process)) expect(readFileSync(process, 'utf8')).toMatch(/^Umask:\s+0077$/m)
  })

  test('shows its figures to callers with the token, and to none where no token is set', async () => {
    const METRICS_TOKEN = 'who-measures-may-see-it'
    const url = await start({ DATA_DIR: folder('measured'), SEED: 'none', METRICS_TOKEN }).ready()
    const figures = (headers: Record<string, string>, at = url) => fetch(`${at}/metrics`, { headers })
    const shown = await figures({ authorization: `Bearer ${METRICS_TOKEN}` })
    expect(shown.status).toBe(200)
    expect(await shown.text()).toMatch(/^tuma_storage_healthy\{.*\} 1$/m)
    expect((await figures({})).status).toBe(401)
    expect((await figures({ authorization: 'Bearer another-token-of-anybody' })).status).toBe(401)
    const closed = await start({ DATA_DIR: folder('unmeasured'), SEED: 'none' }).ready()
    expect((await figures({ authorization: `Bearer ${METRICS_TOKEN}` }, closed)).status).toBe(404)
  })

  test('loads no client of an engine that is not set, and only modules that every start needs', async () => {
    const TUMA_LOADED = folder('loaded')
    const tellLoaded = new URL('./tell-loaded.ts', import.meta.url).href
    const run = start({ DATA_DIR: folder('light'), SEED: 'none', TUMA_LOADED }, [tellLoaded])
    await run.ready()
    run.kill('SIGTERM')
    await run.ended()
    const packages = new Set(
      [...readFileSync(TUMA_LOADED, 'utf8').matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name),
    )
    const atNeed = ['@eventstore/db-client', 'kafkajs', 'mongodb', 'bson', 'redis', '@redis/client']
    const forSome = ['nodemailer', 'pdfkit', 'fontkit', 'qrcode', 'prom-client', '@orpc/zod', 'pino-pretty']
    expect(packages).toContain('express')
    expect([...atNeed, ...forSome].filter((name) => packages.has(name))).toEqual([])
  })

  test('without a demonstration has no invented people and no pages for them, and asks for an admin', async () => {
    const empty = { DATA_DIR: folder('empty'), SEED: 'none' }
    const run = start(empty)
    const url = await run.ready()
    expect(run.output()).not.toContain('tuma-demo')
    expect(run.output()).toContain('There is no admin yet: start once with ADMIN_EMAIL and ADMIN_PASSWORD.')
    expect(await (await fetch(`${url}/api/locations`)).json()).toEqual([])
    for (const page of ['/dev/outbox', '/dev/mpesa-message?amount=5']) {
      const answer = await fetch(url + page, { headers: { accept: 'application/json' } })
      expect(await answer.text()).not.toMatch(/Confirmed|Outbox|^\[/)
    }
    run.kill('SIGINT')
    expect((await run.ended()).code).toBe(0)

    const admin = { ADMIN_EMAIL: 'owner@tuma.example', ADMIN_PASSWORD: 'correct horse' }
    const second = start({ ...empty, ...admin })
    const body = JSON.stringify({ email: 'owner@tuma.example', password: 'correct horse' })
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${await second.ready()}/api/users/login`, { method: 'POST', body, headers })
    expect(await login.json()).toMatchObject({ role: 'admin', username: 'admin' })
    expect(second.output()).not.toContain('no admin')
  })
})

describe('a start that would mislead people', () => {
  const misleads = [
    'E-mails are not sent, so an admin must verify each new account: set SMTP_URL.',
    'SMS are not sent, so senders and receivers get no messages: set AT_USERNAME and AT_API_KEY.',
    'Links in messages and on receipts lead to this machine: set PUBLIC_URL.',
    'Customers are told to pay to 555123, a sample till: set MPESA_TILL_NAME and MPESA_TILL_NUMBER.',
  ]
  const saidBy = async (environment: Record<string, string>) => {
    const run = start({ SEED: 'none', NODE_ENV: 'production', ...environment })
    await run.ready()
    const lines = run.output().split('\n')
    return misleads.filter((sentence) => lines.includes(sentence))
  }

  test('says so in a line for each reason', async () => {
    expect(await saidBy({ DATA_DIR: folder('misleading') })).toEqual(misleads)
  })

  test('says nothing where all is set', async () => {
    const mended = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      AT_USERNAME: 'sandbox',
      AT_API_KEY: 'key',
      PUBLIC_URL: 'http://tuma.example',
      MPESA_TILL_NUMBER: '987654',
    }
    expect(await saidBy({ DATA_DIR: folder('mended'), ...mended })).toEqual([])
  })
})

const folderOfFormat = (format: number): string => {
  const DATA_DIR = folder(`format-${format}`)
  mkdirSync(DATA_DIR)
  const file = new DatabaseSync(join(DATA_DIR, 'tuma.db'))
  file.exec(`pragma user_version = ${format}`)
  file.close()
  return DATA_DIR
}

describe('a start that cannot succeed ends with one sentence', () => {
  test('when it is a demonstration in production', async () => {
    const DATA_DIR = folder('production')
    expect(await getRefusal({ DATA_DIR, SEED: 'demo', NODE_ENV: 'production' })).toContain('SEED: demo is refused')
    expect(() => statSync(DATA_DIR)).toThrow()
  })

  test('when the port is taken, and the data folder is not touched', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const PORT = String((other.address() as AddressInfo).port)
    expect(await getRefusal({ DATA_DIR: folder('untouched'), PORT })).toBe(
      `Port ${PORT} on 127.0.0.1 is taken. Is Tuma running already? Another port: PORT=${Number(PORT) + 1} npm start`,
    )
    expect(() => statSync(folder('untouched'))).toThrow()
    other.close()
  })

  test('when another process has the folder, and that process continues', async () => {
    const DATA_DIR = folder('shared')
    const first = start({ DATA_DIR, SEED: 'none' })
    const url = await first.ready()
    expect(await getRefusal({ DATA_DIR })).toBe(
      `${DATA_DIR} is in use by another Tuma. Stop that one, or choose another folder with DATA_DIR.`,
    )
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('when the folder cannot be written to', async () => {
    writeFileSync(folder('a-file'), '')
    const DATA_DIR = join(folder('a-file'), 'data')
    const account = process.getuid ? ` by user ${process.getuid()}` : ''
    expect(await getRefusal({ DATA_DIR })).toBe(
      `${DATA_DIR} can't be written to${account}. Check its permissions, or choose another folder with DATA_DIR.`,
    )
  })

  test('when the data were written by a newer version', async () => {
    const DATA_DIR = folderOfFormat(999)
    expect(await getRefusal({ DATA_DIR })).toBe(
      `${DATA_DIR} was written by a newer version of Tuma. Start that version; nothing has been changed.`,
    )
  })

  test('when the data have an older format, and nothing in the folder is touched', async () => {
    const DATA_DIR = folderOfFormat(3)
    writeFileSync(join(DATA_DIR, 'secret.key'), 'of those data')
    const contents = () =>
      readdirSync(DATA_DIR).map((name) => [
        name,
        statSync(join(DATA_DIR, name)).mtimeMs,
        readFileSync(join(DATA_DIR, name), 'hex'),
      ])
    const before = contents()
    expect(await getRefusal({ DATA_DIR })).toBe(
      `${DATA_DIR} has the data format of an older version of Tuma, which this version can't read. Start with a new folder: set DATA_DIR to another one. Nothing has been changed.`,
    )
    expect(contents()).toEqual(before)
  })

  test('when the data are damaged', async () => {
    const DATA_DIR = folder('damaged')
    mkdirSync(DATA_DIR)
    writeFileSync(join(DATA_DIR, 'tuma.db'), 'this was a database once. '.repeat(500))
    expect(await getRefusal({ DATA_DIR })).toBe(
      `The data file in ${DATA_DIR} is damaged. Restore the folder from a backup; nothing has been changed.`,
    )
  })

  test('when the folder holds the demonstration and is opened for real', async () => {
    expect(await getRefusal({ DATA_DIR: folder('first'), SEED: 'none' })).toContain('holds the demonstration')
  })

  test('when the key is that of other data', async () => {
    const key = join(folder('first'), 'secret.key')
    const own = readFileSync(key)
    writeFileSync(key, 'ab'.repeat(32))
    expect(await getRefusal({ DATA_DIR: folder('first') })).toBe(
      `${key} is not the key of these data: no user could log in, and used payments would pay again. Restore the key that belongs to them.`,
    )
    writeFileSync(key, own)
  })

  test('when the key exists and the data do not, and no data are made', async () => {
    const DATA_DIR = folder('half')
    mkdirSync(DATA_DIR)
    const key = join(DATA_DIR, 'secret.key')
    writeFileSync(key, 'ab'.repeat(32))
    expect(await getRefusal({ DATA_DIR })).toBe(
      `${key} is there, but the data that it belongs to are missing. Restore tuma.db from a backup, or move the key away to start again.`,
    )
    expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
  })

  test('when the key is missing, and none is made in its place', async () => {
    const DATA_DIR = folder('first')
    const key = join(DATA_DIR, 'secret.key')
    rmSync(key)
    expect(await getRefusal({ DATA_DIR })).toContain(`${key} is missing`)
    expect(() => statSync(key)).toThrow()
  })

  test('when a setting is wrong', async () => {
    expect(await getRefusal({ DATA_DIR: folder('wrong'), PORT: 'http' })).toBe(
      'PORT: must be a whole number from 0 to 65535',
    )
  })
})
