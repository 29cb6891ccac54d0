import type {
  deliveryContract,
  identityContract,
  notificationContract,
  paymentContract,
  revenueContract,
} from '@tuma/contracts/services'
import { openSharedEngines } from '@tuma/platform/engines'
import {
  callOverHttp,
  openLog,
  openMetrics,
  readSettings,
  runProcess,
  serveProcess,
  thisMachine,
} from '@tuma/platform/runtime'
import express from 'express'
import type * as z from 'zod/mini'
import { assertProxiesSaid, bffSettings, createBff, devPages } from './bff.ts'
import type { Services } from './dependencies.ts'
import { settingsOfProcess } from './settings-of-process.ts'

type Settings = z.output<typeof settingsOfProcess>

/** Marketing is answered when the last recipient's batch has gone out. */
const patience = { sendBulkSms: 300_000 }

const servicesAt = (at: Settings): Services => ({
  identity: callOverHttp<typeof identityContract>(at.IDENTITY_URL, at.IDENTITY_KEY),
  payment: callOverHttp<typeof paymentContract>(at.PAYMENT_URL, at.PAYMENT_KEY),
  delivery: callOverHttp<typeof deliveryContract>(at.DELIVERY_URL, at.DELIVERY_KEY),
  revenue: callOverHttp<typeof revenueContract>(at.REVENUE_URL, at.REVENUE_KEY),
  notification: callOverHttp<typeof notificationContract>(at.NOTIFICATION_URL, at.NOTIFICATION_KEY, patience),
})

await runProcess('bff', async (fail) => {
  const settings = readSettings(settingsOfProcess, process.env)
  const own = readSettings(bffSettings, process.env)
  assertProxiesSaid(own)
  const demonstration = settings.SEED === 'demo'
  const log = openLog(settings.LOG_LEVEL).child({ service: 'bff' })

  return serveProcess(settings, { log, metrics: openMetrics('bff'), fail }, async (untilThere) => {
    const engines = await untilThere(() => openSharedEngines(settings))
    const services = servicesAt(settings)
    const bff = createBff({
      services,
      engines,
      settings: { ...own, secret: settings.SECRET, demonstration },
      surroundings: thisMachine,
      log,
    })
    const app = express().disable('x-powered-by')
    if (demonstration) app.use(devPages({ ...services, surroundings: thisMachine }))
    return {
      app: app.use('/api', bff.router),
      followers: [],
      healthy: engines.healthy,
      leave: bff.close,
      close: engines.close,
    }
  })
})
