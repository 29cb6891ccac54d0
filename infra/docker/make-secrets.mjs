import { randomBytes } from 'node:crypto'

/**
 * The secrets of a grown Tuma, made once and kept: `node infra/docker/make-secrets.mjs > .env`. Another SECRET_… ends
 * what hangs on it (sessions, links, who paid); a KEY_… names who calls whom and can be changed at any time.
 */
const services = ['identity', 'payment', 'delivery', 'revenue', 'notification']
const calls = [
  ...services.map((service) => `bff_${service}`),
  'delivery_payment',
  'notification_identity',
  'notification_delivery',
]
const secret = () => randomBytes(24).toString('base64url')

for (const name of [...services, 'bff']) console.log(`SECRET_${name.toUpperCase()}=${secret()}`)
for (const call of calls) console.log(`KEY_${call.toUpperCase()}=${secret()}`)
