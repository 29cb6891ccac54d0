import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtp } from './provider/smtp.ts'

type Mail = { readonly from: string; readonly to: readonly string[]; readonly raw: string }

let mails: Mail[]
let server: SMTPServer
/** Of the next recipient; null accepts. */
let refusal: { code: number; words: string } | null

beforeEach(async () => {
  mails = []
  refusal = null
  server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right' ? callback(null, { user: username }) : callback(new Error('wrong password')),
    onRcptTo: (_address, _session, callback) => {
      if (refusal) callback(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
      else callback()
    },
    onData: async (stream, { envelope }, callback) => {
      const raw = await text(stream)
      const { mailFrom, rcptTo } = envelope
      mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
      callback()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
})
afterEach(() => new Promise<void>((resolve) => server.close(resolve)))

const portOf = (listening: { address(): unknown }) => (listening.address() as { port: number }).port
const account = (credentials = '', from = 'support@tuma.example') =>
  smtp({ url: `smtp://${credentials}127.0.0.1:${portOf(server.server)}`, from, timeoutMs: 500 })
const mail = {
  messageId: 'm1',
  to: 'wanjiku@example.com',
  subject: 'Verify your email for Tuma',
  text: 'Habari,\n\nplease open this link:\nhttps://tuma.test/verify-email/abc\n.\n',
  replyTo: null,
}
const buildHeaders = ({ raw }: Mail): { readonly [name: string]: string } => {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]))
}
const onlyMail = (): Mail => {
  expect(mails).toHaveLength(1)
  return mails[0] as Mail
}

test('an email arrives whole, under an id that a second sending would share', async () => {
  expect(await account('', 'Tuma <hello@tuma.example>').send(mail)).toEqual({ providerId: '<m1@tuma.example>' })
  const { from, to, raw } = onlyMail()
  expect({ from, to }).toEqual({ from: 'hello@tuma.example', to: ['wanjiku@example.com'] })
  expect(buildHeaders(onlyMail())).toMatchObject({
    from: 'Tuma <hello@tuma.example>',
    to: 'wanjiku@example.com',
    subject: mail.subject,
    'message-id': '<m1@tuma.example>',
  })
  expect(buildHeaders(onlyMail())).not.toHaveProperty('reply-to')
  expect(raw).toContain('\r\nhttps://tuma.test/verify-email/abc\r\n')
})

test('a reply goes to the writer', async () => {
  await account().send({ ...mail, replyTo: 'otieno@example.com' })
  expect(buildHeaders(onlyMail())['reply-to']).toBe('otieno@example.com')
})

describe('any text in a name or an address', () => {
  const nasty = 'x@y.example\r\nBcc: victim@example.com\r\nX-Evil: 1\r\n\r\nBuy now'
  test.each(['subject', 'replyTo'] as const)('adds no header, recipient or text as %s', async (field) => {
    await account().send({ ...mail, [field]: nasty })
    expect(onlyMail().to).toEqual([mail.to])
    expect(Object.keys(buildHeaders(onlyMail()))).not.toContain('bcc')
    expect(Object.keys(buildHeaders(onlyMail()))).not.toContain('x-evil')
    expect(onlyMail().raw.split('\r\n\r\n')[1]).not.toContain('Buy now')
  })
  test('is at most one recipient as the recipient', async () => {
    await account()
      .send({ ...mail, to: 'wanjiku@example.com, victim@example.com' })
      .catch(() => undefined)
    expect(mails.flatMap(({ to }) => to)).not.toContain('victim@example.com')
  })
})

describe('an email that is refused', () => {
  test('fails with the server’s number, not with its words', async () => {
    refusal = { code: 550, words: 'wanjiku@example.com is unknown here' }
    await expect(account().send(mail)).rejects.toMatchObject({
      code: 'smtp-550',
      message: 'smtp-550',
      isUnanswered: false,
    })
  })
  test('because of a wrong password says so', async () => {
    await expect(account('tuma:wrong@').send(mail)).rejects.toMatchObject({ code: 'smtp-535', isUnanswered: false })
    expect(await account('tuma:right@').send(mail)).toMatchObject({ providerId: '<m1@tuma.example>' })
  })
  test('because the server is not there fails', async () => {
    const nobody = smtp({ url: 'smtp://127.0.0.1:1', from: 'support@tuma.example', timeoutMs: 500 })
    await expect(nobody.send(mail)).rejects.toMatchObject({ name: 'SendFailed', code: 'ESOCKET', isUnanswered: false })
  })
  test('because the server does not answer fails in time', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `smtp://127.0.0.1:${portOf(silent)}`
    const waiting = smtp({ url, from: 'support@tuma.example', timeoutMs: 200 }).send(mail)
    await expect(waiting).rejects.toMatchObject({ name: 'SendFailed', code: 'ETIMEDOUT' })
    silent.close()
  })
  test('may have arrived when the server ends the connection with the mail in hand', async () => {
    const takes = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 mail.test\r\n')
      socket.on('data', (said) => {
        if (String(said).startsWith('EHLO')) socket.write('250 mail.test\r\n')
        else if (String(said).startsWith('DATA')) socket.write('354 go on\r\n')
        else if (String(said).endsWith('\r\n.\r\n')) socket.destroy()
        else socket.write('250 OK\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(takes, 'listening')
    const url = `smtp://127.0.0.1:${portOf(takes)}`
    const cut = smtp({ url, from: 'support@tuma.example', timeoutMs: 500 }).send({ ...mail, text: 'Habari' })
    await expect(cut).rejects.toMatchObject({ name: 'SendFailed', isUnanswered: true })
    takes.close()
  })
})
