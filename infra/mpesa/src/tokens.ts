import { type Answer, refusal, type World } from './world.ts'

/** The code for a refused token depends on the call. */
const faces = {
  push: ['404.001.03', 404],
  query: ['404.001.03', 404],
  register: ['400.003.01', 400],
  status: ['400.003.01', 400],
} as const

export const openTokens = (world: World) => {
  const { now, chance, merchant, habits } = world
  const ends = new Map<string, number>()
  return {
    give(authorization: string | undefined, grantType: string | null): Answer {
      const right = Buffer.from(`${merchant.consumerKey}:${merchant.consumerSecret}`).toString('base64')
      if (authorization !== `Basic ${right}`) return refusal(world, '400.008.01', 'Invalid Authentication passed')
      if (grantType !== 'client_credentials') return refusal(world, '400.008.02', 'Invalid grant type passed')
      if (habits.newTokenEndsOld) ends.clear()
      const access_token = chance.text(28, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
      const seconds = habits.tokenSeconds
      ends.set(access_token, Date.parse(now()) + seconds * 1000)
      return {
        status: 200,
        body: { access_token, expires_in: habits.expiresInAs === 'text' ? String(seconds) : seconds },
      }
    },
    isGood: (authorization: string | undefined): boolean =>
      (ends.get(authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > Date.parse(now()),
    refuse(call: keyof typeof faces): Answer {
      const [code, status] = faces[call]
      return { ...refusal(world, code, 'Invalid Access Token'), status }
    },
    /** Makes all tokens invalid. */
    forget: (): void => ends.clear(),
  }
}
