import type { KeptMessage, NotificationClient, PaymentClient } from '@tuma/contracts/services'
import type { Environment } from '@tuma/platform/runtime'
import { type ErrorRequestHandler, Router } from 'express'
import { answerTo, getBody } from '../door/refusing.ts'
import { escaped } from '../escaped.ts'

const maxMessages = 200

/** Only in the demonstration: the messages that were sent, and what M-Pesa would send for a payment to the till. */
export const devPages = (options: {
  readonly notification: Pick<NotificationClient, 'outbox'>
  readonly payment: Pick<PaymentClient, 'sampleMessage'>
  readonly environment: Environment
}): Router => {
  const { notification, payment, environment } = options
  const router = Router()

  router.get('/dev/outbox', async (_request, response) => {
    const messages = await notification.outbox({ limit: maxMessages })
    response.set('cache-control', 'no-store').format({
      html: () =>
        response
          .set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
          .send(outboxPage(messages)),
      json: () => response.json(messages),
    })
  })

  router.get('/dev/mpesa-message', async (request, response) => {
    const amount = Number(request.query.amount)
    if (!Number.isInteger(amount) || amount < 1 || amount > 10_000_000) {
      response.status(400).json({ code: 'bad_input', message: 'Please give the amount in whole shillings.' })
      return
    }
    const seed = Buffer.from(environment.randomBytes(16)).toString('hex')
    const { message } = await payment.sampleMessage({ amount, at: environment.now(), seed })
    response.set('cache-control', 'no-store').format({
      text: () => response.send(message),
      json: () => response.json({ message }),
    })
  })
  router.use(answerErrors)
  return router
}

const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  const answer = answerTo(error)
  response.status(answer.status).json(getBody(answer))
}

const outboxPage = (messages: readonly KeptMessage[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Tuma</title>
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 1.5rem}p{white-space:pre-wrap;margin:.25rem 0}small{color:#555}</style>
<h1>Outbox</h1><p>Messages of the demonstration, newest first. None of them has left this machine.</p>
<ol>${messages.map(messageItem).join('\n') || '<li>No messages yet.</li>'}</ol></html>`

const messageItem = ({ channel, to, subject, text, createdAt }: KeptMessage): string =>
  `<li><small>${escaped(`${channel} · ${to} · ${createdAt}`)}</small>${subject ? `<p><b>${escaped(subject)}</b></p>` : ''}<p>${linked(text)}</p></li>`

const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`)
