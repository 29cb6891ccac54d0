import { misleading, misleadingSentences } from '@tuma/bff'
import type { ProductSettings } from '../settings.ts'
import { admin, agents, client, demonstrationPassword } from './seed-plan.ts'

type Started = { readonly url: string; readonly demonstration: boolean; readonly hasAdmin: boolean }

/** The text for the person who has started the product, with warnings about settings that would mislead people. */
export const welcome = ({ url, demonstration, hasAdmin }: Started, settings: ProductSettings): string => {
  const { PUBLIC_URL, SMTP_URL, AT_API_KEY } = settings
  const lines = [`Tuma is ready: ${PUBLIC_URL ?? url}`]
  if (demonstration) {
    lines.push('', `Demonstration logins, password ${demonstrationPassword}:`)
    for (const { email, role } of [admin, ...agents.slice(0, 2), client]) lines.push(`  ${email.padEnd(22)} ${role}`)
    lines.push(`Messages that would be sent: ${url}/dev/outbox`)
    if (!settings.daraja) lines.push(`Pay on a simulated phone: ${url}/dev/phone`)
  } else if (settings.demonstration) {
    lines.push('The data folder is in use already, so the demonstration was left out of it.')
  }
  if (!hasAdmin) lines.push('There is no admin yet: start once with ADMIN_EMAIL and ADMIN_PASSWORD.')
  const leaving = { email: SMTP_URL !== undefined, sms: AT_API_KEY !== undefined }
  const misled = misleading({ ...settings, demonstration }, leaving)
  return [...lines, ...misled.map((one) => misleadingSentences[one])].join('\n')
}
