import { getNetwork } from '@tuma/platform/ports'
import { describe, expect, test } from 'vitest'
import { networkOfProgram } from './network.ts'

describe('a program that may keep no cookies', () => {
  const of = (headers: Record<string, string>) =>
    networkOfProgram({ headers: new Headers(headers), address: getNetwork('10.1.2.3') })

  test('is a caller without any sign of a browser', () =>
    expect(of({ 'sec-fetch-mode': 'cors', 'user-agent': 'node' })).toBe('10.1.2.3'))
  test.each([
    ['cookie', 'theme=dark'],
    ['origin', 'null'],
    ['sec-fetch-site', 'same-origin'],
  ])('is not a caller with %s', (name, value) => expect(of({ [name]: value })).toBeUndefined())
})
