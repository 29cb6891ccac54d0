// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://tuma.test/"}
import { expect, test, vi } from 'vitest'
import { remember } from './remembered.ts'

test('a choice is a cookie as well, so that the server knows it, and on https it goes out over nothing else', () => {
  const cookie = vi.spyOn(document, 'cookie', 'set')
  remember('language', 'sw')
  expect(cookie.mock.lastCall?.[0]).toMatch(/^tuma_language=sw; path=\/; max-age=\d+; samesite=lax; secure$/)
  cookie.mockRestore()
})
