import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { openEngines } from '@tuma/platform/engines'
import { freePort, openLog } from '@tuma/platform/runtime'
import { parkMessage } from '@tuma/platform/testing'
import { startProduct } from '../src/product.ts'
import { openSecretKey } from '../src/secret-key.ts'
import { openServices } from '../src/services.ts'
import { readProductSettings } from '../src/settings.ts'
import { approvalScene } from './approval-scenes.ts'
import { auditScene, earlierPaymentScene } from './audit-scenes.ts'
import { cashScene, unexplainedCashScene } from './cash-scenes.ts'
import { openDayClock } from './day-clock.ts'
import { erasureScene } from './erasure-scenes.ts'
import { answersTo } from './everything.ts'
import { outgoingScene } from './outgoing-scenes.ts'
import { paymentOfficeScene, refundScene } from './payment-scenes.ts'
import { photoScene } from './photo-scenes.ts'
import { promptScene } from './prompt-scenes.ts'
import { lateScene, openProvider, type Play, providerScene, silentScene, spentScene } from './provider-scenes.ts'
import { deletionScene, messageScene, networkScene, parcelScene, paymentScene, peopleScene } from './scenes.ts'
import { secondFactorScene } from './second-factor-scenes.ts'
import { shopScene } from './shop-scenes.ts'
import { openStage, type Stage } from './stage.ts'
import { statementScene } from './statement-scenes.ts'
import { decisionScene, troubleScene } from './trouble-scenes.ts'

/**
 * Makes the kept folder again, by the same commands that people send: `node infra/one-process/history/make-folder.ts`
 * writes infra/one-process/history/kept. Another name as argument makes another folder: README.md beside this file.
 */
const kept = new URL(`./${process.argv[2] ?? 'kept'}/`, import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'tuma-history-'))
const file = join(folder, 'tuma.db')
const variables = {
  PORT: '0',
  DATA_DIR: folder,
  POSTS_PER_MINUTE: '100000',
  PAPERS_PER_MINUTE: '100000',
  REPLICA: 'kept',
  PUBLIC_URL: 'http://127.0.0.1:8080',
  // A photo of the first day is deleted on the last.
  PHOTO_DAYS: '10',
}
const log = openLog('error')
const { now, environment, setTo, later } = openDayClock()

/** Resolves when nothing has been written for a while. */
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

/** Opens the product with its demonstration, plays, and closes it in order. */
const opened = async <Left>(use: (stage: Stage) => Promise<Left>, more: Record<string, string> = {}): Promise<Left> => {
  const product = await startProduct(readProductSettings({ ...variables, ...more }), { log, environment })
  const left = await use(openStage(product.url, { settled, later }))
  await settled()
  await product.close()
  return left
}

/** Does the same with the double of M-Pesa for a till, on the same clock. */
const withTill = async <Left>(
  use: (stage: Stage, mpesa: Mpesa) => Promise<Left>,
  seed = 'the kept folder',
): Promise<Left> => {
  const mpesa = await startMpesa({ now, seed })
  const port = `${await freePort()}`
  // Without these settings M-Pesa is not asked about receipts.
  const { DARAJA_INITIATOR: _, DARAJA_INITIATOR_PASSWORD: __, DARAJA_CERTIFICATE: ___, ...daraja } = mpesa.environment
  const calledBack = {
    DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till',
    DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}`,
  }
  const left = await opened((stage) => use(stage, mpesa), { ...daraja, ...calledBack, PORT: port })
  await mpesa.close()
  return left
}

const park: Play['park'] = (topic, message, reason) => parkMessage(folder, topic, 'identity', message, reason)

/**
 * Runs the services without the demonstration, with a provider of SMS: for what a demonstration refuses and never
 * sends.
 */
const withProvider = async <Left>(scene: (play: Play) => Promise<Left>, more: Record<string, string> = {}) => {
  const provider = await openProvider()
  const settings = readProductSettings({ ...variables, ...provider.settings, ...more })
  const engines = await openEngines(settings)
  const services = await openServices({
    engines,
    settings: { ...settings, PUBLIC_URL: variables.PUBLIC_URL },
    secretFor: openSecretKey(folder, false),
    environment,
    log,
  })
  const left = await scene({ services: services.clients, park, now, settled })
  await settled()
  await services.close()
  await engines.close()
  await provider.close()
  return left
}

/** Parcels that wait, go back and are held, from twelve days before. */
const playEarlierDays = async (): Promise<void> => {
  setTo(12)
  const waiting = await opened(async (stage) => {
    await erasureScene(stage)
    return troubleScene(stage)
  })
  setTo(9)
  await opened(settled)
  setTo(4)
  await opened(async (stage) => {
    await settled()
    await decisionScene(stage, waiting)
  })
  setTo(3)
  await withProvider(lateScene)
  await withProvider(silentScene)
  for (let times = 0; times < 2; times += 1) {
    later(11)
    await withProvider(({ settled }) => settled())
  }
  await withTill(earlierPaymentScene, 'an earlier day')
  setTo(1)
  await withProvider(auditScene)
}

/** @returns what a test needs to continue the work of these people */
const playLastDay = async () => {
  setTo(0)
  const signedIn = await opened(async (stage) => {
    const ofPeople = [networkScene, shopScene, peopleScene, paymentScene, parcelScene, messageScene, photoScene]
    for (const scene of [...ofPeople, cashScene, unexplainedCashScene]) await scene(stage)
    const session = (await stage.signedIn('client', true)).cookie('tuma_session') ?? ''
    const deleted = await deletionScene(stage)
    return { session, deleted, verification: await stage.linkTo('shared@tuma.test', 'verify-email') }
  })
  // An hour after the payout the sender who left is forgotten.
  later(90)
  const prompts = await withTill(async (stage, mpesa) => {
    const left = await promptScene(stage, mpesa)
    const refunded = await paymentOfficeScene(stage, mpesa)
    await statementScene(stage, mpesa)
    await refundScene(stage, refunded)
    return left
  })
  const secondFactor = await withProvider(async (play) => {
    const left = await secondFactorScene(play)
    await approvalScene(play, 'makena')
    await outgoingScene(play)
    return left
  })
  await withProvider(providerScene)
  await withProvider(spentScene, { SMS_DAILY_BUDGET: '1', SMS_MARKETING_BUDGET: '10' })
  return { ...signedIn, prompts, secondFactor }
}

/** The data file as small as possible, without a write-ahead log beside it. */
const packed = (): Buffer => {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate); vacuum; pragma journal_mode = delete')
  database.close()
  return brotliCompressSync(readFileSync(file))
}

await playEarlierDays()
const left = await playLastDay()
mkdirSync(kept, { recursive: true })
writeFileSync(new URL('tuma.db.br', kept), packed())
writeFileSync(new URL('secret.key', kept), readFileSync(join(folder, 'secret.key')))

const at = now()
const product = await startProduct(readProductSettings(variables), {
  log,
  environment: { ...environment, now: () => at },
})
const answers = await answersTo(openStage(product.url, { settled, later }), { at, left })
writeFileSync(new URL('answers.json', kept), `${JSON.stringify({ at, left, answers }, null, 2)}\n`)
await product.close()
rmSync(folder, { recursive: true, force: true })
