import { getNetwork } from '@tuma/platform/ports'
import { describe, expect, test } from 'vitest'
import { networkOfProgram } from './network.ts'

describe('who may be a program that keeps no cookies', () => {
  const of = (headers: Record<string, string>) =>
    networkOfProgram({ headers: new Headers(headers), address: getNetwork('10.1.2.3') })

  test('is whoever shows no sign of a browser', () =>
    expect(of({ 'sec-fetch-mode': 'cors', 'user-agent': 'node' })).toBe('10.1.2.3'))
  test.each([
    ['cookie', 'theme=dark'],
    ['origin', 'null'],
    ['sec-fetch-site', 'same-origin'],
  ])('is nobody who brings %s', (name, value) => expect(of({ [name]: value })).toBeUndefined())
})
