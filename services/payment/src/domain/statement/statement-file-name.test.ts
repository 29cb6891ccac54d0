import { expect, test } from 'vitest'
import { readFileName } from './statement-file-name.ts'

const november = { from: '2026-11-01', to: '2026-11-26' }

test.each([
  ['Statements for 123456 from 2026-11-01 to 2026-11-26.csv', { shortCode: '123456', ...november }],
  ['Statements for 123456 from 01-11-2026 to 26-11-2026.xlsx', { shortCode: '123456', ...november }],
  ['Statements for 7654321 from 1 Nov 2026 to 26 November 2026 (1).xls', { shortCode: '7654321', ...november }],
  ['ORG_600100_Utility Account_20261101-20261126.csv', { shortCode: '600100', ...november }],
  ['600100 2026-11-01 00-00-00 2026-11-26 23-59-59.xls', { shortCode: '600100', ...november }],
  ['Statement_Till_555123_2026-11-01_000000_2026-11-26_235959.xls', { shortCode: '555123', ...november }],
  ['26.11.2026 back to 01.11.2026.csv', { shortCode: null, ...november }],
  ['Mpesa_600100_20261126093015.csv', { shortCode: '600100', from: null, to: null }],
  ['123456 of 600100.csv', { shortCode: '600100', from: null, to: null }],
  ['123456-600100.csv', null],
  ['Statements from 2026-02-31 to 2026-11-26.csv', null],
  ['my statement (2).xlsx', null],
  ['+254712345678.csv', null],
  ['', null],
  [`600100${' '.repeat(200)}.csv`, null],
])('%s says %j', (name, said) => {
  expect(readFileName(name)).toEqual(said)
})
