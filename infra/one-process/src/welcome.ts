import { admin, agents, client, demonstrationPassword } from './seed-plan.ts'

type Started = { readonly url: string; readonly demonstration: boolean; readonly hasAdmin: boolean }

/** What is said to whoever has started the product. @param wanted they asked for the demonstration */
export const welcome = ({ url, demonstration, hasAdmin }: Started, publicUrl: string, wanted: boolean): string => {
  const lines = [`Tuma is ready: ${publicUrl}`]
  if (demonstration) {
    lines.push('', `Demonstration logins, password ${demonstrationPassword}:`)
    for (const { email, role } of [admin, ...agents.slice(0, 2), client]) lines.push(`  ${email.padEnd(22)} ${role}`)
    lines.push(`Messages that would be sent: ${url}/dev/outbox`)
  } else if (wanted) {
    lines.push('The data folder is in use already, so the demonstration was left out of it.')
  }
  if (!hasAdmin) lines.push('There is no admin yet: start once with ADMIN_EMAIL and ADMIN_PASSWORD.')
  return lines.join('\n')
}
