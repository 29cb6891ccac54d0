import { expect, test } from 'vitest'
import { alwaysSaying, openLog } from './log.ts'

test.each(['silent', 'fatal', 'warn', 'trace'])(
  'at LOG_LEVEL=%s there are lines that cannot be turned off',
  (level) => {
    const lines: string[] = []
    const log = openLog(level, { write: (line) => lines.push(line) }).child({ service: 'identity' })
    alwaysSaying(log)({ kind: 'sign-in' }, 'security event')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { service: 'identity', kind: 'sign-in', msg: 'security event' },
    ])
  },
)
