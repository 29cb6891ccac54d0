// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { remember } from './remembered.ts'

const written = (name: string): string => {
  const cookie = vi.spyOn(document, 'cookie', 'set')
  remember(name, 'sw')
  return cookie.mock.lastCall?.[0] ?? ''
}

test('a choice is a cookie as well, so that the server knows it', () => {
  expect(written('language')).toMatch(/^tuma_language=sw; path=\/; max-age=\d+; samesite=lax$/)
})

test('on a site that is reached by https it goes out over nothing else', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  expect(written('language')).toMatch(/; secure$/)
  vi.unstubAllGlobals()
})
