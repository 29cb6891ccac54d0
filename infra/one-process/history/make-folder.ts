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
import { createApprovalSamples } from './approval-samples.ts'
import { createAuditSamples, createEarlierPaymentSamples } from './audit-samples.ts'
import { createCashSamples, createUnexplainedCashSamples } from './cash-samples.ts'
import {
  createBookingSamples,
  createCounterSamples,
  createFailedBookingSample,
  createStickerSamples,
} from './counter-samples.ts'
import { openDayClock } from './day-clock.ts'
import { createErasureSamples } from './erasure-samples.ts'
import { answersTo } from './everything.ts'
import { createOutgoingSamples } from './outgoing-samples.ts'
import { createPassedCashSamples } from './passing-on-samples.ts'
import { createPayInSamples } from './pay-in-samples.ts'
import { createPaymentOfficeSamples, createRefundSamples } from './payment-samples.ts'
import { createPhotoSamples } from './photo-samples.ts'
import { createPromptSamples } from './prompt-samples.ts'
import {
  createLateSamples,
  createProviderSamples,
  createSilentSamples,
  createSpentSamples,
  openProvider,
  type SampleServices,
} from './provider-samples.ts'
import { openSampleContext, type SampleContext } from './sample-context.ts'
import {
  createDeletedParcel,
  createMessageSamples,
  createNetworkSamples,
  createParcelSamples,
  createPaymentSamples,
  createPeopleSamples,
} from './samples.ts'
import { createSecondFactorSamples } from './second-factor-samples.ts'
import { createSenderBookingSample } from './sender-booking-samples.ts'
import { createShopSamples } from './shop-samples.ts'
import { createStatementSamples } from './statement-samples.ts'
import { createDecisionSamples, createTroubleSamples } from './trouble-samples.ts'

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

/** Opens the product with its demonstration, uses it, and closes it in order. */
const withDemonstration = async <Left>(
  use: (context: SampleContext) => Promise<Left>,
  more: Record<string, string> = {},
): Promise<Left> => {
  const product = await startProduct(readProductSettings({ ...variables, ...more }), { log, environment })
  const left = await use(openSampleContext(product.url, { settled, later }))
  await settled()
  await product.close()
  return left
}

/** Does the same with the double of M-Pesa for a till, on the same clock. */
const withTill = async <Left>(
  use: (context: SampleContext, mpesa: Mpesa) => Promise<Left>,
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
  const left = await withDemonstration((context) => use(context, mpesa), { ...daraja, ...calledBack, PORT: port })
  await mpesa.close()
  return left
}

const park: SampleServices['park'] = (topic, message, reason) => parkMessage(folder, topic, 'identity', message, reason)

/**
 * Runs the services without the demonstration, with a provider of SMS: for what a demonstration refuses and never
 * sends.
 */
const withProvider = async <Left>(
  createSamples: (sampleServices: SampleServices) => Promise<Left>,
  more: Record<string, string> = {},
) => {
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
  const left = await createSamples({ services: services.clients, park, now, settled })
  await settled()
  await services.close()
  await engines.close()
  await provider.close()
  return left
}

/** Parcels that wait, go back and are held, from twelve days before. */
const createEarlierDays = async (): Promise<void> => {
  setTo(12)
  const waiting = await withDemonstration(async (context) => {
    await createErasureSamples(context)
    return createTroubleSamples(context)
  })
  setTo(9)
  await withDemonstration(settled)
  setTo(4)
  await withDemonstration(async (context) => {
    await settled()
    await createDecisionSamples(context, waiting)
  })
  setTo(3)
  await withProvider(createLateSamples)
  await withProvider(createSilentSamples)
  for (let times = 0; times < 2; times += 1) {
    later(11)
    await withProvider(({ settled }) => settled())
  }
  await withTill(createEarlierPaymentSamples, 'an earlier day')
  setTo(1)
  await withProvider(createAuditSamples)
}

/** @returns what a test needs to continue the work of these people */
const createLastDay = async () => {
  setTo(0)
  const signedIn = await withDemonstration(async (context) => {
    const ofPeople = [
      createNetworkSamples,
      createShopSamples,
      createPeopleSamples,
      createPaymentSamples,
      createParcelSamples,
      createMessageSamples,
      createPhotoSamples,
    ]
    const ofCash = [
      createCashSamples,
      createUnexplainedCashSamples,
      createPassedCashSamples,
      createCounterSamples,
      createStickerSamples,
    ]
    for (const createSamples of [...ofPeople, ...ofCash]) await createSamples(context)
    const session = (await context.signedIn('client', true)).cookie('tuma_session') ?? ''
    const deleted = await createDeletedParcel(context)
    return { session, deleted, verification: await context.linkTo('shared@tuma.test', 'verify-email') }
  })
  // An hour after the payout the sender who left is forgotten.
  later(90)
  const prompts = await withTill(async (context, mpesa) => {
    const left = await createPromptSamples(context, mpesa)
    await createBookingSamples(context, mpesa)
    await createFailedBookingSample(context, mpesa)
    const refunded = await createPaymentOfficeSamples(context, mpesa)
    await createPayInSamples(context, mpesa)
    await createStatementSamples(context, mpesa)
    await createRefundSamples(context, refunded)
    await createSenderBookingSample(context, mpesa)
    return left
  })
  const secondFactor = await withProvider(async (sampleServices) => {
    const left = await createSecondFactorSamples(sampleServices)
    await createApprovalSamples(sampleServices, 'makena')
    await createOutgoingSamples(sampleServices)
    return left
  })
  await withProvider(createProviderSamples)
  await withProvider(createSpentSamples, { SMS_DAILY_BUDGET: '1', SMS_MARKETING_BUDGET: '10' })
  return { ...signedIn, prompts, secondFactor }
}

/** The data file as small as possible, without a write-ahead log beside it. */
const packed = (): Buffer => {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate); vacuum; pragma journal_mode = delete')
  database.close()
  return brotliCompressSync(readFileSync(file))
}

await createEarlierDays()
const left = await createLastDay()
mkdirSync(kept, { recursive: true })
writeFileSync(new URL('tuma.db.br', kept), packed())
writeFileSync(new URL('secret.key', kept), readFileSync(join(folder, 'secret.key')))

const at = now()
const product = await startProduct(readProductSettings(variables), {
  log,
  environment: { ...environment, now: () => at },
})
const answers = await answersTo(openSampleContext(product.url, { settled, later }), { at, left })
writeFileSync(new URL('answers.json', kept), `${JSON.stringify({ at, left, answers }, null, 2)}\n`)
await product.close()
rmSync(folder, { recursive: true, force: true })
