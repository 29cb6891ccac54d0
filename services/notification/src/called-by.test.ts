import { expect, test } from 'vitest'
import { calledBy } from './called-by.ts'

test.each([
  ['Wanjiku Kamau', 'Wanjiku'],
  ['  Jo\tKamau', 'Jo'],
  ['J Kamau', undefined],
  ['', undefined],
  [`${'x'.repeat(20)} Kamau`, 'x'.repeat(20)],
  ['x'.repeat(21), undefined],
  ['bit.ly/win Kamau', undefined],
  ['0712345678', undefined],
  ['Ng\u2019endo Kamau', undefined],
  ['Zo\u00eb', undefined],
  ['(erased)', undefined],
])('of %j a known sender is named %s, and a stranger has no name', (name, called) => {
  expect(calledBy(name, true)).toBe(called)
  expect(calledBy(name, false)).toBeUndefined()
})
