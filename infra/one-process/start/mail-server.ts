import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** An SMTP server that takes every mail. */
export const openMailServer = async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: async (stream, _session, callback) => {
      mails.push(await text(stream))
      callback()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}` }
}
