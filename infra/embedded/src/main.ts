import { openLog, WrongSettings } from '@tuma/platform/runtime'
import { CannotStart } from './cannot-start.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { admin, agents, client, demonstrationPassword } from './seed-plan.ts'
import { type EmbeddedSettings, readEmbeddedSettings } from './settings.ts'

const end = (error: unknown): never => {
  if (error instanceof CannotStart || error instanceof WrongSettings) console.error(error.message)
  else openLog('fatal').fatal({ err: error }, 'Tuma has to stop')
  process.exit(1)
}

const welcome = (product: Embedded, settings: EmbeddedSettings): string[] => {
  const { url, demonstration, hasAdmin } = product
  const lines = [`Tuma is ready: ${settings.PUBLIC_URL ?? url}`]
  if (demonstration) {
    lines.push('', `Demonstration logins, password ${demonstrationPassword}:`)
    for (const { email, role } of [admin, ...agents.slice(0, 2), client]) lines.push(`  ${email.padEnd(22)} ${role}`)
    lines.push(`Messages that would be sent: ${url}/dev/outbox`)
  } else if (settings.demonstration) {
    lines.push('The data folder is in use already, so the demonstration was left out of it.')
  }
  if (!hasAdmin) lines.push('There is no admin yet: start once with ADMIN_EMAIL and ADMIN_PASSWORD.')
  return lines
}

const start = async (): Promise<void> => {
  const settings = readEmbeddedSettings(process.env)
  const product = await startEmbedded(settings)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => product.close().then(() => process.exit(0), end))
  }
  console.log(welcome(product, settings).join('\n'))
}

process.on('uncaughtException', end)
process.on('unhandledRejection', end)
await start().catch(end)
