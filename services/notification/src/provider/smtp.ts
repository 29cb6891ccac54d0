import { type Provider, SendFailed, wasNeverReached } from './provider.ts'

const defaultTimeoutMs = 15_000

/** Email through the SMTP server of an address such as smtps://name:password@mail.example. */
export const smtp = (account: {
  readonly url: string
  readonly from: string
  readonly timeoutMs?: number
}): Provider => {
  const { url, from, timeoutMs = defaultTimeoutMs } = account
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '')

  return {
    name: 'smtp',
    async send({ messageId, to, subject, text, replyTo }) {
      const transport = await opened
      const sent = transport.sendMail({
        // A message that is sent a second time has the same id.
        messageId: `<${messageId}@${domain}>`,
        from,
        // As objects, so that an address stays one address, whatever its text is.
        to: { name: '', address: to },
        ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
        subject: subject ?? '',
        text,
      })
      const { messageId: providerId } = await sent.catch(refuse)
      return { providerId }
    },
  }
}

/** Only the server's number or the library's word: the server's text may name the recipient. */
const refuse = (error: unknown): never => {
  const { responseCode, code } = error as Failed
  throw new SendFailed(responseCode ? `smtp-${responseCode}` : (code ?? 'smtp'), !wasRefused(error as Failed))
}

type Failed = { readonly responseCode?: number; readonly code?: string; readonly timeoutType?: string }

/** Errors of nodemailer before a mail is handed over. */
const beforeTheMail: readonly unknown[] = ['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE', 'EMESSAGE']

/** The server said no, or never got the mail. A connection that breaks later may have brought it. */
const wasRefused = ({ responseCode, code, timeoutType, ...error }: Failed): boolean =>
  responseCode !== undefined ||
  beforeTheMail.includes(code) ||
  (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT') ||
  wasNeverReached(error)
