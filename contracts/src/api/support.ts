import * as z from 'zod/mini'
import { call, unlessSessionEnded } from './call.ts'
import { email, messageAnswer, name, paragraph } from './fields.ts'

export const supportMessage = z.object({ name: name('Name'), email, message: paragraph('Message', 2000) })

export const support = {
  /** Goes to CONTACT_EMAIL by e-mail. */
  send: call('anyone', unlessSessionEnded, 'key_reused')
    .route({ method: 'POST', path: '/support/messages', successStatus: 201, tags: ['support'] })
    .input(supportMessage)
    .output(messageAnswer),
}
