import { expect, test } from 'vitest'
import { EngineAway, EngineMisconfigured } from '../ports/message-bus.ts'
import { openLog } from './log.ts'
import { openRetryWhileAway } from './retry-while-away.ts'

const start = () => {
  const lines: string[] = []
  const ending = new AbortController()
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line).reason) })
  return { lines, ending, retryWhileAway: openRetryWhileAway(log, ending.signal) }
}
const failing = (...errors: Error[]) => {
  const waiting = [...errors]
  return async () => {
    const error = waiting.shift()
    if (error) throw error
    return 'there'
  }
}

test('a start waits for an engine that is away, and logs once for which', async () => {
  const { lines, retryWhileAway } = start()
  const away = new EngineAway('EventStoreDB is not ready yet.')
  expect(await retryWhileAway(failing(away, away, new EngineAway('MongoDB does not answer in time.')))).toBe('there')
  expect(lines).toEqual(['EventStoreDB is not ready yet.', 'MongoDB does not answer in time.'])
})

test('an engine that refuses us ends the start, and so does every other failure', async () => {
  const { lines, retryWhileAway } = start()
  for (const error of [new EngineMisconfigured('the password'), new Error('a fault')])
    await expect(retryWhileAway(failing(error))).rejects.toBe(error)
  expect(lines).toEqual([])
})

test('a start that must end waits no longer', async () => {
  const { ending, retryWhileAway } = start()
  const waiting = retryWhileAway(() => Promise.reject(new EngineAway('EventStoreDB is not ready yet.')))
  ending.abort()
  await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
