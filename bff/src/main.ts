import type {
  deliveryContract,
  identityContract,
  notificationContract,
  paymentContract,
  revenueContract,
} from '@tuma/contracts/services'
import { openSharedEngines } from '@tuma/platform/engines'
import { openMetrics } from '@tuma/platform/metrics'
import {
  callOverHttp,
  openLog,
  readSettings,
  runProcess,
  serveProcess,
  thisMachine,
  WrongSettings,
} from '@tuma/platform/runtime'
import { Router } from 'express'
import type * as z from 'zod/mini'
import {
  assertProxiesSaid,
  bffSettings,
  createBff,
  devPages,
  misleading,
  misleadingSentences,
  noDemonstrationInProduction,
  whileStarting,
} from './bff.ts'
import type { Services } from './dependencies.ts'
import { settingsOfProcess } from './settings-of-process.ts'

type Settings = z.output<typeof settingsOfProcess>

/** Marketing is answered when the last batch of recipients has been sent. */
const patience = { sendBulkSms: 300_000, sendCampaign: 300_000 }

/** The whole month of a busy till is read at once. */
const ofStatements = { statementRead: 120_000, statementFindings: 120_000 }

const servicesAt = (at: Settings): Services => ({
  identity: callOverHttp<typeof identityContract>(at.IDENTITY_URL, at.IDENTITY_KEY),
  payment: callOverHttp<typeof paymentContract>(at.PAYMENT_URL, at.PAYMENT_KEY, ofStatements),
  delivery: callOverHttp<typeof deliveryContract>(at.DELIVERY_URL, at.DELIVERY_KEY),
  revenue: callOverHttp<typeof revenueContract>(at.REVENUE_URL, at.REVENUE_KEY),
  notification: callOverHttp<typeof notificationContract>(at.NOTIFICATION_URL, at.NOTIFICATION_KEY, patience),
})

await runProcess('bff', async (fail) => {
  const settings = readSettings(settingsOfProcess, process.env)
  const own = readSettings(bffSettings, process.env)
  assertProxiesSaid(own)
  const demonstration = settings.SEED === 'demo'
  if (demonstration && settings.NODE_ENV === 'production') throw new WrongSettings([noDemonstrationInProduction])
  const log = openLog(settings.LOG_LEVEL).child({ service: 'bff' })

  return serveProcess(settings, { log, metrics: openMetrics('bff'), fail, whileStarting }, async (retryWhileAway) => {
    const engines = await retryWhileAway(() => openSharedEngines(settings))
    const services = servicesAt(settings)
    const { SECRET: secret, NODE_ENV } = settings
    const ours = { ...own, NODE_ENV, secret, demonstration, addressKnown: true }
    void retryWhileAway(() => services.notification.leaving())
      .catch(() => ({ email: null, sms: null }))
      .then((leaving) => {
        for (const one of misleading(ours, leaving)) log.warn(misleadingSentences[one])
      })
    const bff = createBff({
      services,
      engines,
      settings: ours,
      environment: thisMachine,
      log,
    })
    const app = Router()
    if (demonstration) app.use(devPages({ ...services, environment: thisMachine }))
    return {
      app: app.use(bff.pages).use('/api', bff.router),
      trustedProxies: own.TRUSTED_PROXIES ?? 0,
      followers: [],
      engines,
      leave: bff.close,
      close: engines.close,
    }
  })
})
