import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { identityKeys } from '../keys.ts'
import { openSecondFactors } from './second-factors.ts'

const factorsWith = (secret: string) => openSecondFactors({ keys: identityKeys(secret.repeat(8)), randomBytes })
const owner = { accountId: 'a1' }

test('a sealed key opens only with the secret of the installation, for its account, and unchanged', () => {
  const factors = factorsWith('c0ffee00')
  const sealed = factors.next(owner)
  expect(factors.open(sealed, owner)).toMatch(/^[A-Z2-7]{32}$/)
  expect(() => factors.open(sealed, { accountId: 'a2' })).toThrow()
  expect(() => factorsWith('deadbeef').open(sealed, owner)).toThrow()
  expect(() => factors.open(sealed.slice(0, -2), owner)).toThrow()
})

test('recovery codes differ by account, command and installation', () => {
  const of = (secret: string, accountId: string, commandId: string) =>
    factorsWith(secret).recoveryCodesFor({ accountId }, commandId)
  const all = [
    of('c0ffee00', 'a1', 'c1'),
    of('c0ffee00', 'a2', 'c1'),
    of('c0ffee00', 'a1', 'c2'),
    of('deadbeef', 'a1', 'c1'),
  ]
  expect(new Set(all.flat()).size).toBe(40)
  expect(of('c0ffee00', 'a1', 'c1')).toEqual(all[0])
  for (const code of all.flat()) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
})

test('second factors of the first release still work, so an update locks no one out', () => {
  const factors = factorsWith('c0ffee00')
  const secret = 'BwcHBwcHBwcHBwcHXXeUSr2Hr6EzoJN35SEhaNFKxjux1n5yqBGfmu7-2SZSSS0wh2Pu4fcTFldqfiRk'
  expect(factors.open(secret, owner)).toBe('A4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYH')
  expect(factors.shownIn('hq5ll tn3o6', { secret }, owner, '2026-11-22T09:00:00.000Z')).toEqual({
    recoveryCode: 'fe7adea46b1238301c7a5e49fd353d7ddfd3f7da614a42a6f37382dfceda6fb2',
  })
})
