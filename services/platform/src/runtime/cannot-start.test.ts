import { describe, expect, test } from 'vitest'
import { DeclaredDifferently } from '../ports/document-store.ts'
import { EngineMisconfigured, OtherFormat } from '../ports/message-bus.ts'
import { CannotStart, explainStartError } from './cannot-start.ts'

const where = { DATA_DIR: './data', HOST: '127.0.0.1', PORT: 8080 }

test('a read model that changed under its old name is one sentence: which, and what to do', () => {
  const told = explainStartError(new DeclaredDifferently('deliveries-v2'), where)
  expect(told).toBeInstanceOf(CannotStart)
  expect((told as CannotStart).message).toBe(
    "The read model deliveries-v2 has another shape here than in the data that stands: give the changed view the next version's name.",
  )
})

test.each(['DiskFull', 'ENOSPC'])('a full disk (%s) is one sentence that says where', (code) => {
  const told = explainStartError(Object.assign(new Error('write failed'), { code }), where)
  expect((told as CannotStart).message).toBe(
    'The disk of ./data is full. Make room on it and start again; nothing that was recorded is lost.',
  )
})

test('data of an older format are one sentence that says what to do', () => {
  const told = explainStartError(Object.assign(new Error('format 3'), { code: 'FileTooOld' }), where)
  expect((told as CannotStart).message).toBe(
    "./data has the data format of an older version of Tuma, which this version can't read. Start with a new folder: set DATA_DIR to another one. Nothing has been changed.",
  )
})

describe('missing rights of the account', () => {
  const denied = (syscall: string) =>
    (explainStartError(Object.assign(new Error('denied'), { code: 'EACCES', syscall }), where) as CannotStart).message

  test('on a port are a sentence about the port', () => {
    expect(denied('listen')).toBe('Port 8080 may not be used by this account. Another port: PORT=8080')
  })

  test.each(['open', 'stat', 'mkdir', 'scandir'])('on a file (%s) are a sentence about the folder', (syscall) => {
    expect(denied(syscall)).toMatch(/^\.\/data can't be written to( by user \d+)?\. Check its permissions/)
  })
})

test.each([
  new EngineMisconfigured('EventStoreDB refuses the user or the password in EVENTSTORE_URL.'),
  new OtherFormat('Kafka holds messages in a format of another version.'),
])('an engine that refuses us is its own sentence (%s)', (error) => {
  expect(explainStartError(error, where)).toEqual(new CannotStart(error.message))
})
