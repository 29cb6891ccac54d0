import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { KeptMessage } from '@tuma/contracts/services'
import { type Environment, type Log, openLog } from '@tuma/platform/runtime'
import { type Product, readProductSettings, startProduct } from '../src/product.ts'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { hurried, putDemonstration } from './demonstration.ts'
import { noWaiting } from './no-waiting.ts'
import { type Visitor, visitor } from './visitor.ts'

export type TestProduct = Product & {
  /** A new visitor without cookies. */
  stranger(headers?: Record<string, string>): Visitor
  /** A person of the demonstration, signed in: `admin`, `agent.cbd`, `agent.thika`, `client`. */
  signedIn(who: string): Promise<Visitor>
  /** A new client with this username, signed in. */
  registered(username: string): Promise<Visitor>
  /** The newest message to this address, as soon as it exists; `saying` ignores messages that do not match. */
  messageTo(address: string, saying?: RegExp): Promise<KeptMessage>
  /** The token of the newest link that was sent there. */
  linkTo(address: string, kind: 'verify-email' | 'resetpassword'): Promise<string>
}

/** A test with its own clock cannot use the prepared demonstration, so the product makes one of that time. */
const isNow = (environment?: Environment): boolean =>
  !environment || Math.abs(Date.parse(environment.now()) - Date.now()) < 60_000

/** The whole product with its demonstration, in a folder and on a port of its own, with limits that no test reaches. */
export const openTestProduct = async (
  variables: Record<string, string> = {},
  environment?: Environment,
  log: Log = openLog('silent', { write: () => undefined }),
): Promise<TestProduct> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-house-'))
  if (!variables.DATA_DIR && isNow(environment)) await putDemonstration(folder)
  const without = {
    POSTS_PER_MINUTE: '100000',
    PAPERS_PER_MINUTE: '100000',
    MAILS_PER_QUARTER_HOUR: '100000',
    ...noWaiting,
  }
  const asked = { PORT: '0', DATA_DIR: folder, ...without, ...variables }
  const settings = { ...readProductSettings(asked), ...hurried }
  const product = await startProduct(settings, {
    log,
    ...(environment ? { environment } : {}),
  })
  const stranger: TestProduct['stranger'] = (headers) => visitor(product.url, headers)

  const signedIn: TestProduct['signedIn'] = async (who) => {
    const person = stranger()
    const login = { email: `${who}@tuma.test`, password: demonstrationPassword }
    const { status } = await person.post('/api/users/login', login)
    if (status !== 200) throw new Error(`${who} could not log in: ${status}`)
    return person
  }
  const messageTo: TestProduct['messageTo'] = async (address, saying = /./) => {
    for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
      const { body } = await stranger({ accept: 'application/json' }).get('/dev/outbox')
      const found = body.find(({ to, text }: KeptMessage) => to === address && saying.test(text))
      if (found) return found
    }
    throw new Error(`no message to ${address} says ${saying}`)
  }

  const linkTo: TestProduct['linkTo'] = async (address, kind) => {
    const link = new RegExp(`${kind}/(\\S+)`)
    return link.exec((await messageTo(address, link)).text)?.[1] ?? ''
  }

  return {
    ...product,
    stranger,
    signedIn,
    messageTo,
    linkTo,
    async registered(username) {
      const email = `${username}@tuma.test`
      const person = { name: 'Baraka Mwita', username, email, phone: '0711222333', password: demonstrationPassword }
      await stranger().post('/api/users/register', person)
      await stranger().get(`/api/users/verify-email/${await linkTo(email, 'verify-email')}`)
      return signedIn(username)
    },
    async close() {
      await product.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
