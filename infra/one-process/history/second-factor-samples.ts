import type { Role } from '@tuma/contracts/vocabulary'
import { oneTimeCode } from '../api/one-time-code.ts'
import { askedBySystem, type SampleServices } from './provider-samples.ts'

/** Outside of a demonstration staff need a longer password than the demonstration's. */
const password = 'a long one, of nobody'

/** Opens an account and sets up its second factor, which a demonstration refuses. */
const setUp = async ({ services: { identity }, now }: SampleServices, username: string, name: string, role: Role) => {
  const asked = (what: string) => askedBySystem(`${what} of ${username}`)
  const email = `${username}@tuma.test`
  const person = { name, username, email, phone: '254711222333', password, role, shop: null }
  const { accountId } = await identity.openAccount({ asked: asked('account'), ...person })
  const { secret } = await identity.setUpSecondFactor({ asked: asked('second factor'), accountId, password })
  const code = oneTimeCode(secret, now())
  const { recoveryCodes } = await identity.confirmSecondFactor({ asked: asked('confirmation'), accountId, code })
  return { accountId, email, secret, recoveryCodes, asked }
}

/**
 * One second factor is used, with a code and with a recovery code, and one is removed. The sessions of the second
 * person end. @returns what is needed to log in with the first
 */
export const createSecondFactorSamples = async (sampleServices: SampleServices) => {
  const { identity } = sampleServices.services
  const makena = await setUp(sampleServices, 'makena', 'Makena Kirimi', 'admin')
  const { email, secret, asked } = makena
  const [used = '', left = ''] = makena.recoveryCodes
  const login = (code: string) =>
    identity.login({ asked: asked(`login with ${code}`), email, password, code, keepSignedIn: false })
  // Each code works once, and the confirmation has used the current one.
  await login(oneTimeCode(secret, sampleServices.now(), 1))
  await login(used)

  const { accountId, recoveryCodes, asked: askedByOther } = await setUp(sampleServices, 'kioni', 'Kioni Mutua', 'agent')
  const [code = ''] = recoveryCodes
  await identity.removeSecondFactor({ asked: askedByOther('removal'), accountId, password, code })
  await identity.endAllSessions({ asked: askedByOther('end of sessions'), accountId })
  return { email, password, secret, recoveryCode: left }
}
