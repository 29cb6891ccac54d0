import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { KeptMessage } from '@tuma/contracts/services'
import { openEngines } from '@tuma/platform/engines'
import { openLog, type Surroundings, thisMachine } from '@tuma/platform/runtime'
import { type Visitor, visitor } from '../api/visitor.ts'
import { startProduct } from '../src/product.ts'
import { openSecretKey } from '../src/secret-key.ts'
import { demonstrationPassword } from '../src/seed-plan.ts'
import { openServices } from '../src/services.ts'
import { readProductSettings } from '../src/settings.ts'
import { answersTo } from './everything.ts'
import { openProvider, providerScene, spentScene } from './provider-scenes.ts'
import { messageScene, networkScene, parcelScene, paymentScene, peopleScene, type Stage } from './scenes.ts'
import { decisionScene, troubleScene } from './trouble-scenes.ts'

/**
 * Makes a data folder to be kept, by commands like anybody's: `node infra/one-process/history/make-folder.ts 2026-11-21`
 * writes infra/one-process/history/2026-11-21. A folder that is kept is never made again: README.md beside this file.
 */
const day = process.argv[2] ?? ''
if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error('The day, please: node make-folder.ts 2026-11-21')
const kept = new URL(`./${day}/`, import.meta.url)
if (existsSync(kept)) throw new Error(`The folder of ${day} is kept: it is never made again.`)
const folder = mkdtempSync(join(tmpdir(), 'tuma-history-'))
const file = join(folder, 'tuma.db')
const environment = {
  PORT: '0',
  DATA_DIR: folder,
  POSTS_PER_MINUTE: '100000',
  REPLICA: 'kept',
  PUBLIC_URL: 'http://127.0.0.1:8080',
}
const log = openLog('error')

/** Half a second passes each time somebody looks. */
let clock = 0
/** At noon in Nairobi. */
const itIs = (daysBefore: number): void => {
  clock = Date.parse(`${day}T09:00:00.000Z`) - daysBefore * 24 * 60 * 60_000
}
const surroundings: Surroundings = {
  ...thisMachine,
  now() {
    clock += 500
    return new Date(clock).toISOString()
  },
}

/** Whatever follows from what was done has followed: nothing has been written for a while. */
const settled = async (): Promise<void> => {
  const database = new DatabaseSync(file, { readOnly: true })
  const written = () =>
    JSON.stringify([
      database.prepare('select max(position) from events').get(),
      database.prepare('select sum(position) from group_positions').get(),
      database.prepare('select sum(position) from checkpoints').get(),
      database.prepare('select count(*) from parked_messages').get(),
    ])
  for (let before = ''; before !== written(); await pause(2500)) before = written()
  database.close()
}

const stageAt = (url: string): Stage => {
  const stranger = () => visitor(url)
  const outbox = async (): Promise<KeptMessage[]> =>
    (await stranger().get('/dev/outbox', { headers: { accept: 'application/json' } })).body
  return {
    stranger,
    async signedIn(username, keepSignedIn = false): Promise<Visitor> {
      const person = stranger()
      const login = { email: `${username}@tuma.test`, password: demonstrationPassword, keepSignedIn }
      const { status } = await person.post('/api/users/login', login)
      if (status !== 200) throw new Error(`${username} could not log in: ${status}`)
      return person
    },
    async linkTo(address, kind) {
      await settled()
      const link = new RegExp(`${kind}/(\\S+)`)
      const mail = (await outbox()).find(({ to, text }) => to === address && link.test(text))
      return link.exec(mail?.text ?? '')?.[1] ?? ''
    },
    async smsTo(phone, saying) {
      await settled()
      const sms = (await outbox()).find(({ to, text }) => to === phone && saying.test(text))
      return saying.exec(sms?.text ?? '')?.[1] ?? ''
    },
  }
}

/** The product with its demonstration, from a start to an end. */
const opened = async <Left>(use: (stage: Stage) => Promise<Left>): Promise<Left> => {
  const house = await startProduct(readProductSettings(environment), { log, surroundings })
  const left = await use(stageAt(house.url))
  await settled()
  await house.close()
  return left
}

/** People who use all of it over twelve days. @returns a session that was begun in it */
const usedByPeople = async (): Promise<string> => {
  itIs(12)
  const left = await opened(troubleScene)
  itIs(9)
  await opened(settled)
  itIs(4)
  await opened(async (stage) => {
    await settled()
    await decisionScene(stage, left)
  })
  itIs(0)
  return opened(async (stage) => {
    for (const scene of [networkScene, peopleScene, paymentScene, parcelScene, messageScene]) await scene(stage)
    const client = await stage.signedIn('client', true)
    return client.cookie('tuma_session') ?? ''
  })
}

/** The demonstration sends nothing: its services once more, with a provider, for what only a provider can bring about. */
const withProvider = async (scene: typeof providerScene, more: Record<string, string>): Promise<void> => {
  const provider = await openProvider()
  const settings = readProductSettings({ ...environment, ...provider.settings, ...more })
  const engines = await openEngines(settings)
  const secretFor = openSecretKey(folder, false)
  const url = environment.PUBLIC_URL
  const services = await openServices({
    engines,
    settings: { ...settings, PUBLIC_URL: url },
    secretFor,
    surroundings,
    log,
  })
  await scene({ services: services.clients, bus: engines.of('delivery').bus, settled })
  await settled()
  await services.close()
  await engines.close()
  await provider.close()
}

/** As small as it gets, with no log beside it. */
const packed = (): Buffer => {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate); vacuum; pragma journal_mode = delete')
  database.close()
  return brotliCompressSync(readFileSync(file))
}

const session = await usedByPeople()
await withProvider(providerScene, {})
await withProvider(spentScene, { SMS_DAILY_BUDGET: '1' })
mkdirSync(kept, { recursive: true })
writeFileSync(new URL('tuma.db.br', kept), packed())
writeFileSync(new URL('secret.key', kept), readFileSync(join(folder, 'secret.key')))

const at = surroundings.now()
const house = await startProduct(readProductSettings(environment), {
  log,
  surroundings: { ...surroundings, now: () => at },
})
const answers = await answersTo(stageAt(house.url))
writeFileSync(new URL('answers.json', kept), `${JSON.stringify({ at, session, answers }, null, 2)}\n`)
await house.close()
rmSync(folder, { recursive: true, force: true })
