import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { certificate } from '../testing/certificates.ts'
import { merchant } from '../testing/merchant.ts'
import { readCertificate } from './initiator.ts'
import { warningDaily } from './warning-daily.ts'

const dayMs = 24 * 60 * 60 * 1000
const read = readCertificate(certificate)
if ('wrong' in read) throw new Error(read.wrong)
const settings = { ...merchant, initiator: { name: 'tuma', password: 'shh', certificate: read } }
const ends = read.validToDate.getTime()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts so many days before the certificate expires. */
const from = (days: number) => {
  vi.setSystemTime(ends - days * dayMs)
  const said: string[] = []
  const now = () => new Date().toISOString()
  const end = warningDaily({ settings, now, log: { warn: (line: string) => said.push(line) } as never })
  const nextDay = () => {
    said.length = 0
    vi.advanceTimersByTime(dayMs)
    return said
  }
  return { said, nextDay, end }
}

test('a certificate that expires is in the log each day, and the log says so once it has expired', () => {
  const { said, nextDay, end } = from(2.5)
  expect(said).toEqual([expect.stringContaining('DARAJA_CERTIFICATE: expires on 2027-06-11')])
  expect(nextDay()).toEqual([expect.stringContaining('expires on 2027-06-11')])
  expect(nextDay()).toEqual([expect.stringContaining('expires on 2027-06-11')])
  expect(nextDay()).toEqual([expect.stringContaining('expired on 2027-06-11')])
  expect(nextDay()).toEqual([expect.stringContaining('expired on 2027-06-11')])
  end()
  expect(nextDay()).toEqual([])
})

test('a process that runs for weeks warns from two weeks before that day on', () => {
  const { said, nextDay, end } = from(16.5)
  expect(said).toEqual([])
  expect([nextDay().length, nextDay().length]).toEqual([0, 0])
  expect(nextDay()).toEqual([expect.stringContaining('expires on 2027-06-11')])
  end()
})
