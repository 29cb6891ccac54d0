import { expect, test } from 'vitest'
import type { Catalogue } from './catalogues.ts'
import { findFaults } from './faults.ts'

const greetings: Catalogue = {
  name: 'greetings',
  path: 'texts/greetings',
  english: { hello: 'Hello {{name}}', rows_one: 'One row', rows_other: '{{count}} rows' },
  inCode: { lost: 'Lost' },
  swahili: { hello: 'Habari {{name}}', rows_one: 'safu {{count}}', rows_other: 'safu {{count}}', lost: 'Kimepotea' },
  notes: { hello: 'On the first page.' },
}
const { rows_other: _rows, ...oneRow } = greetings.english
const { rows_other: _safu, ...oneSafu } = greetings.swahili
const { hello: _hello, ...withoutHello } = greetings.swahili

test.each<[string, Partial<Catalogue>, string[]]>([
  ['a whole catalogue has no fault', {}, []],
  ['a key without Swahili is named', { swahili: withoutHello, notes: {} }, ['greetings: hello has no Swahili']],
  [
    'Swahili of a key that is gone is named',
    { swahili: { ...greetings.swahili, bye: 'Kwaheri' } },
    ['greetings: bye has no English'],
  ],
  [
    'a placeholder that Swahili lacks is named',
    { swahili: { ...greetings.swahili, hello: 'Habari' } },
    ['greetings: hello has other placeholders in Swahili'],
  ],
  [
    'a placeholder that English lacks is named',
    { english: { ...greetings.english, hello: 'Hello' } },
    ['greetings: hello has other placeholders in Swahili'],
  ],
  [
    'a placeholder that is spelled otherwise is named',
    { swahili: { ...greetings.swahili, hello: 'Habari {{jina}}' } },
    ['greetings: hello has other placeholders in Swahili'],
  ],
  [
    'a plural without one of its forms is named',
    { english: oneRow, swahili: oneSafu },
    ['greetings: the plural form rows_other is missing'],
  ],
  ['a plural form that one language lacks is named', { swahili: oneSafu }, ['greetings: rows_other has no Swahili']],
  [
    'a note on a key that is gone is named',
    { notes: { bye: 'At the end.' } },
    ['greetings: the note on bye has no text'],
  ],
])('%s', (_title, changed, faults) => {
  expect(findFaults({ ...greetings, ...changed })).toEqual(faults)
})
