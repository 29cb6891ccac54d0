import { expect, test } from 'vitest'
import { getBrowser } from './browser.ts'

const of = (userAgent: string | null) =>
  getBrowser({ headers: { get: () => userAgent, has: () => userAgent !== null } })
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Safari/604.1`, 'Safari', 'iOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0 Safari/537.36`, 'Chrome', 'Linux'],
])('%s is recognised', (userAgent, browser, system) => expect(of(userAgent)).toEqual({ browser, system }))

test.each([null, '', ' ', 'curl/8.1', 'Call 0900 now/1', '<b>Mine</b>/1', 'x'.repeat(5000)])(
  '%s is not repeated',
  (userAgent) => expect(of(userAgent)).toEqual({ browser: null, system: null }),
)
