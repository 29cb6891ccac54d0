import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openForReading } from '../file/connection.ts'
import { prepareDataFile } from '../file/data-file.ts'
import { startWriter } from '../writer/writer.ts'
import { openGroupLog } from './group-log.ts'

const message = (n: number) => ({
  message: { id: `a-${n}`, key: 'a', type: 'ParcelWeighed', version: 1, data: null, headers: {} },
  position: n,
})

const opened = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-log-'))
  const path = join(folder, 'tuma.db')
  await prepareDataFile(path)
  const [writer, reader] = [startWriter(path), openForReading(path)]
  onTestFinished(async () => {
    await writer.close()
    reader.close()
    await rm(folder, { recursive: true })
  })
  const log = openGroupLog({ topic: 'parcels', group: 'payment' }, reader, writer, Date.now)
  return { writer, reader, log }
}

it('queues a message for replay when its key was released just before it would be parked', async () => {
  const { writer, log } = await opened()
  await log.park(message(1), 'too heavy')
  await writer.write('replay', { topic: 'parcels', group: 'payment', key: 'a' })
  expect(await log.parkBehind(message(2))).toBe(true)
  for (const n of [1, 2]) {
    const next = log.nextReplay()
    expect(next?.message).toEqual(message(n).message)
    await log.replayed(next?.id ?? 0)
  }
  expect(log.nextReplay()).toBeNull()
  expect(await log.parkBehind(message(3))).toBe(false)
})

it('parks a repeated message once, when the first parking was not recorded', async () => {
  const { log, reader } = await opened()
  await log.park(message(1), 'too heavy')
  await log.parkBehind(message(2))
  expect(await log.parkBehind(message(1))).toBe(true)
  expect(await log.parkBehind(message(2))).toBe(true)
  await log.park(message(2), 'too heavy')
  const parked = reader.prepare('select message, reason from parked_messages order by id').all()
  expect(parked.map(({ reason }) => reason)).toEqual(['too heavy', 'behind a-1'])
})
