import { expect, test } from 'vitest'
import type { StatementReading } from './statement-reading.ts'

/** Findings by name with their count, and the instant (ISO) of the oldest row. */
type Case = readonly [what: string, lines: readonly string[], expected: Readonly<Record<string, number>>, from?: string]

/** A file with one customer's payment and nothing else. */
export const onePaid = { newMoney: 1, unclear: 0, settled: 0, charges: 0, gaps: 0 }

/** @returns a function that makes one test for each file: it is read, and its findings are as expected */
export const readingCases = (read: () => StatementReading) => (cases: readonly Case[]) =>
  test.each(cases.map((one) => ({ what: one[0], one })))('$what', async ({ one: [, lines, expected, from] }) => {
    const found = await read()(lines)
    expect(found).not.toHaveProperty('refused')
    for (const [key, count] of Object.entries(expected)) expect([key, found[key]?.count]).toEqual([key, count])
    if (from) expect(found.from).toBe(from)
  })
