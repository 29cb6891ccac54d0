import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { freePort } from '@tuma/platform/runtime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEventStoreDouble } from '../src/eventstoredb-double/event-store-double.ts'
import type { DoubleUser } from '../src/eventstoredb-double/guarding.ts'
import { type Certificates, makeCertificates } from '../src/index.ts'

/** The output of a start when EventStoreDB is away or refuses it: the whole product as a process, on the double. */

const PATIENCE = { timeout: 120_000, interval: 50 }
const secret = 'right-7f3a91c2'
const wrong = 'wrong-b80d55e1'

const main = join(import.meta.dirname, '../../one-process/src/main.ts')
let root = ''
const folder = (name: string) => join(root, name)
let ours: Certificates
let others: Certificates
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tuma-last-words-'))
  ours = await makeCertificates()
  others = await makeCertificates()
})
afterAll(async () => {
  await Promise.all([ours?.close(), others?.close()])
  await rm(root, { recursive: true, force: true })
})

const pem = () => readFile(join(ours.of('redis'), 'tls.pem'), 'utf8')
const every: DoubleUser = { name: 'tuma', password: secret, rights: ['append', 'read', 'readAll'] }

const startDouble = async (options: { tls?: boolean; users?: readonly DoubleUser[] } = {}) => {
  const port = await freePort()
  const double = await startEventStoreDouble(port, options.tls ? { certificate: await pem() } : {})
  onTestFinished(() => double.kill())
  double.habits.users = options.users ?? null
  return { double, port }
}

let started = 0
/** The product as `npm start` runs it. */
const start = (EVENTSTORE_URL: string, PORT = '0') => {
  started += 1
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const own = { DATA_DIR: folder(`${started}`), SEED: 'none', EVENTSTORE_URL, PORT }
  const child = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...own } })
  const said = { output: '', errors: '' }
  child.stdout.on('data', (data) => (said.output += data))
  child.stderr.on('data', (data) => (said.errors += data))
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return {
    errors: () => said.errors,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** How it ended, and its output. */
    ended: () => closed.then(() => ({ code: child.exitCode, ...said })),
    /** @returns its address */
    ready: () =>
      vi.waitFor(() => {
        const url = /Tuma is ready: (\S+)/.exec(said.output)?.[1]
        if (!url) throw new Error(`it did not start: ${said.errors}`)
        return url
      }, PATIENCE),
  }
}

/** A fault that an owner can fix is reported without a stack, an address, a user or a password. */
const expectDiscreet = (said: string, url: string) => {
  expect(said).not.toMatch(/\n\s+at |DEP0123|esdb|127\.0\.0\.1:/)
  for (const hidden of [secret, wrong, url]) expect(said).not.toContain(hidden)
}

const WRONG_PASSWORD = 'EventStoreDB refuses the user or the password in EVENTSTORE_URL.'
const NO_RIGHT =
  'EventStoreDB does not let the user in EVENTSTORE_URL do this: read $all, and read and append to the streams of Tuma.'
const UNSAFE = 'There is no safe connection to EventStoreDB: check tlsCAFile and the host in EVENTSTORE_URL.'
const SPEAKS_TLS = 'EventStoreDB speaks only TLS at this address: take tls=false out of EVENTSTORE_URL.'
const SPEAKS_PLAIN = 'EventStoreDB speaks no TLS at this address: add tls=false to EVENTSTORE_URL.'

const trusting = (of: Certificates) => `tls=true&tlsCAFile=${encodeURIComponent(of.authorityFile)}`
/** One server, a cluster by its name, and a cluster by its seeds. */
const forms: readonly (readonly [string, (user: string, port: number, options: string) => string])[] = [
  ['one server', (user, port, options) => `esdb://${user}127.0.0.1:${port}?${options}`],
  ['a cluster by its name', (user, port, options) => `esdb+discover://${user}127.0.0.1:${port}?${options}`],
  ['a cluster by its seeds', (user, port, options) => `esdb://${user}127.0.0.1:${port},localhost:${port}?${options}`],
]

describe('a start that EventStoreDB refuses ends with one sentence', () => {
  const expectLastWords = async (url: string, sentence: string) => {
    const { code, output, errors } = await start(url).ended()
    expect({ code, output, errors }).toEqual({ code: 1, output: '', errors: `${sentence}\n` })
    expectDiscreet(errors, url)
  }

  describe.each(forms)('to %s', (_, buildUrl) => {
    test('with a wrong password', async () => {
      const { port } = await startDouble({ tls: true, users: [every] })
      await expectLastWords(buildUrl(`tuma:${wrong}@`, port, trusting(ours)), WRONG_PASSWORD)
    })

    test('with a certificate of another authority', async () => {
      const { port } = await startDouble({ tls: true, users: [every] })
      await expectLastWords(buildUrl(`tuma:${secret}@`, port, trusting(others)), UNSAFE)
    })

    test('without TLS where the server wants it', async () => {
      const { port } = await startDouble({ tls: true, users: [every] })
      await expectLastWords(buildUrl(`tuma:${secret}@`, port, 'tls=false'), SPEAKS_TLS)
    })

    test('with TLS where the server has none', async () => {
      const { port } = await startDouble()
      await expectLastWords(buildUrl(`tuma:${secret}@`, port, trusting(ours)), SPEAKS_PLAIN)
    })
  })

  const [, oneServer] = forms[0] as (typeof forms)[number]
  test.each([
    ['read $all', ['append', 'read']],
    ['append', ['read', 'readAll']],
    ['read streams', ['append', 'readAll']],
  ] as const)('with a user who may not %s', async (_, rights) => {
    const { port } = await startDouble({ tls: true, users: [{ ...every, rights }] })
    await expectLastWords(oneServer(`tuma:${secret}@`, port, trusting(ours)), NO_RIGHT)
  })

  test.each([
    ['that is not there', async () => '/of/nowhere.pem'],
    [
      'without a certificate',
      async () => {
        await writeFile(folder('no-certificate.pem'), 'nothing')
        return folder('no-certificate.pem')
      },
    ],
  ])('with a file of the authority %s', async (_, file) => {
    const { port } = await startDouble({ tls: true, users: [every] })
    const url = oneServer(`tuma:${secret}@`, port, `tls=true&tlsCAFile=${encodeURIComponent(await file())}`)
    await expectLastWords(url, 'tlsCAFile in EVENTSTORE_URL: no certificate (PEM) there')
  })

  test.each(['tlsVerifyCert=false', 'unknown=1'])(
    'with the option %s, about which the client prints the url',
    async (option) => {
      const { port } = await startDouble({ tls: true, users: [every] })
      const sentence = 'EVENTSTORE_URL: one of its options is unknown or has no effect (tlsVerifyCert): take it out'
      await expectLastWords(oneServer(`tuma:${secret}@`, port, `${trusting(ours)}&${option}`), sentence)
    },
  )
})

describe('a start waits, not ready, and says once for what', () => {
  const NO_CONNECTION = 'There is no connection to EventStoreDB: nothing answers at the address in EVENTSTORE_URL.'
  const UNKNOWN_HOST = 'There is no connection to EventStoreDB: the host name in EVENTSTORE_URL is unknown here.'
  const NOT_READY = 'EventStoreDB is not ready yet.'
  const TIMEOUT = 'EventStoreDB does not answer in time.'

  type Double = Awaited<ReturnType<typeof startDouble>>['double']
  const notReady = (double: Double) => {
    double.habits.refusing = { code: status.UNAVAILABLE, details: 'Server Is Not Ready' }
    return async () => {
      double.habits.refusing = null
    }
  }
  const gone = async (double: Double) => {
    await double.kill()
    return double.start
  }
  const silent = (double: Double) => {
    double.habits.shuttingDown = new Set()
    return async () => {
      await double.kill()
      await double.start()
    }
  }

  const waiting = async (url: string, sentence: string) => {
    const port = await freePort()
    const run = start(url, String(port))
    const said = () =>
      run
        .errors()
        .split('\n')
        .filter((line) => line.includes(sentence))
    await vi.waitFor(() => expect(said()).toHaveLength(1), PATIENCE)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
    return { run, said }
  }

  test.each(
    forms.flatMap(([form, buildUrl]) => [
      [`${form} is not there`, buildUrl, gone, NO_CONNECTION] as const,
      [`${form} is not ready`, buildUrl, notReady, NOT_READY] as const,
    ]),
  )('%s, and goes on once it is', async (_, buildUrl, away, sentence) => {
    const { double, port } = await startDouble({ tls: true, users: [every] })
    const mend = await away(double)
    const url = buildUrl(`tuma:${secret}@`, port, `${trusting(ours)}&maxDiscoverAttempts=2`)
    const { run, said } = await waiting(url, sentence)
    // Several tries later it has said nothing more.
    await pause(3000)
    expect(said()).toHaveLength(1)
    await mend()
    await run.ready()
    run.kill('SIGTERM')
    const { code, errors } = await run.ended()
    expect(code).toBe(0)
    expectDiscreet(errors, url)
  })

  test('the server does not answer', async () => {
    const { double, port } = await startDouble()
    const mend = silent(double)
    const { run } = await waiting(`esdb://127.0.0.1:${port}?tls=false`, TIMEOUT)
    await mend()
    await run.ready()
  })

  test('the host has no address; a SIGTERM ends the waiting', async () => {
    const { run } = await waiting('esdb://tuma.invalid:2113?tls=false', UNKNOWN_HOST)
    run.kill('SIGTERM')
    expect(await run.ended()).toMatchObject({ code: 0, output: '' })
  })
})

test('a running process that is refused stays alive, reports that once, and goes on when the fault is fixed', async () => {
  const { double, port } = await startDouble({ tls: true, users: [every] })
  const PORT = await freePort()
  const run = start(`esdb://tuma:${secret}@127.0.0.1:${port}?${trusting(ours)}`, String(PORT))
  const url = await run.ready()
  const headers = { 'content-type': 'application/json' }
  const register = async (username: string) => {
    const account = { name: 'Zawadi Mwende', username, email: `${username}@tuma.example`, phone: '0711 222 333' }
    const body = JSON.stringify({ ...account, password: 'correct horse battery' })
    return (await fetch(`${url}/api/users/register`, { method: 'POST', body, headers })).status
  }
  // From here on the stream of appends is open, and refusals come inside it.
  expect(await register('zawadi')).toBe(201)
  for (const round of ['achieng', 'wanjiru']) {
    double.habits.users = []
    expect(await register(round)).toBe(503)
    double.habits.users = [every]
    await vi.waitFor(async () => expect(await register(round)).toBe(201), PATIENCE)
  }
  const said = run
    .errors()
    .split('\n')
    .filter((line) => line.includes('refuses us'))
  expect(said.map((line) => JSON.parse(line).reason)).toEqual([WRONG_PASSWORD])
  expectDiscreet(run.errors(), `esdb://tuma`)
})
