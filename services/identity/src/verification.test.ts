import { describe, expect, test } from 'vitest'
import { linkTokens } from './accounts/links.ts'
import { identityForEachTest, keys, otieno, refusedAs, wanjiku } from './testing/identity-for-each-test.ts'

const { lastToken, linkMail, passes, register, readTokens, verify } = identityForEachTest()

describe('a verification link', () => {
  test('works again until it expires', async () => {
    const token = await lastToken(await register(wanjiku))
    await verify(token)
    passes(24 * 60 - 1)
    await verify(token)
    passes(1)
    await expect(verify(token)).rejects.toEqual(refusedAs('link_invalid'))
  })

  test('is refused if it was changed, or made for another purpose', async () => {
    const accountId = await register(wanjiku)
    const token = await lastToken(accountId)
    const [, linkId = '', mac = ''] = token.split('.')
    const other = await register(otieno)
    const strange = [
      '',
      '..',
      'nonsense',
      token.slice(0, -1),
      `${token}.`,
      `${token.slice(0, -mac.length)}${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
      token.replace(accountId, other),
      linkTokens(keys.links).getToken('reset', { accountId, linkId }),
      linkTokens(keys.sessions).getToken('verify', { accountId, linkId }),
      linkTokens(keys.links).getToken('verify', { accountId, linkId: 'never-issued' }),
      linkTokens(keys.links).getToken('verify', { accountId: 'nobody', linkId }),
    ]
    for (const wrong of strange) await expect(verify(wrong), wrong).rejects.toEqual(refusedAs('link_invalid'))
    await verify(token)
  })

  test('has no mail once it has expired, or if it was never issued', async () => {
    const accountId = await register(wanjiku)
    expect(await linkMail(accountId, 'never-issued')).toBeNull()
    expect(await linkMail('nobody', 'never-issued')).toBeNull()
    passes(24 * 60)
    expect(await readTokens(accountId)).toEqual([null])
  })
})
