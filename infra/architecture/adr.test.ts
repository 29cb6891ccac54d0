import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

const folder = join(root, 'docs/adr')
const headings = ['Status', 'Context', 'Decision', 'Consequences']
const maxLines = 40

/** @returns the formal faults of a record; `name` is its file's */
const findFaults = (name: string, text: string): string[] => {
  const lines = text.trimEnd().split('\n')
  const found = lines.flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []))
  const number = Number(name.slice(0, 4))
  return [
    ...(/^\d{4}(-[a-z\d]+)+\.md$/.test(name) ? [] : ['the name is not NNNN-title.md']),
    ...(lines[0]?.startsWith(`# ${number}. `) ? [] : [`the first line is not "# ${number}. Title"`]),
    ...(lines.length <= maxLines ? [] : [`${lines.length} lines, ${maxLines} at most`]),
    ...(found.join() === headings.join() ? [] : [`the headings are ${found.join(', ')}`]),
    ...(/^## Status\n(Proposed|Accepted|Superseded), \d{4}-\d{2}-\d{2}[.]/m.test(text)
      ? []
      : ['no status with a date']),
  ]
}

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const records = readdirSync(folder).filter((name) => name !== 'README.md')

test.each(records)('the record %s has its form', (name) => {
  expect(findFaults(name, read(name))).toEqual([])
})

test('a number is given once', () => {
  const numbers = records.map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('the index has each record once, by its number, and no other', () => {
  const listed = [...read('README.md').matchAll(/^- \[(\d+)\]\((\d{4})(\S+)\) \S/gm)]
  expect(listed.filter(([, shown, number]) => Number(shown) !== Number(number))).toEqual([])
  expect(listed.map(([, , number, rest]) => `${number}${rest}`).toSorted()).toEqual(records.toSorted())
})

describe('the check finds:', () => {
  const good =
    '# 7. Title\n\n## Status\nAccepted, 2026-11-21.\n\n## Context\nA.\n\n## Decision\nB.\n\n## Consequences\nC.\n'
  test('nothing in a good record', () => expect(findFaults('0007-title.md', good)).toEqual([]))
  test.each([
    ['a heading that is missing', '0007-title.md', good.replace('## Context\nA.\n', '')],
    [
      'headings in another order',
      '0007-title.md',
      good.replace('## Context', '## X').replace('## Decision', '## Context'),
    ],
    ['a line too many', '0007-title.md', `${good}${'More.\n'.repeat(maxLines)}`],
    ['another number than the name has', '0008-title.md', good],
    ['a status without a date', '0007-title.md', good.replace(', 2026-11-21', '')],
    ['a name without a number', 'title.md', good.replace('# 7', '# NaN')],
  ])('%s', (_, name, text) => expect(findFaults(name, text)).toHaveLength(1))
})
