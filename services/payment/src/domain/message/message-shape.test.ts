import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getShape } from './message-shape.ts'

describe('the shape of a message that we can not read', () => {
  test('keeps M-Pesa’s words and blanks all others', () =>
    expect(
      getShape(
        'UKL6H7T3GA Confirmed. Ksh1,350.00 has gone to WANJIKU KAMAU 0712***678 on 21/11/26 at 9:30 AM by Magic',
      ),
    ).toBe('_ confirmed. ksh0,0.0 has gone to _ 0***0 on 0/0/0 at 0:0 am by _'))
  test('is null where it is not a message of M-Pesa’s', () => {
    for (const text of ['', 'Hello Wanjiku, my phone is 0712345678', 'please send it to me'])
      expect(getShape(text)).toBeNull()
  })
  test('keeps words apart that another sign separates', () =>
    expect(getShape('confirmed paid\u0000to 1\u00002')).toBe('confirmed paid to 0 0'))
  test('has 200 characters at most', () =>
    expect(getShape('paid 5 to Jane, '.repeat(400))?.length).toBeLessThanOrEqual(200))

  const personal = fc.oneof(
    fc.constantFrom(
      'Wanjiku',
      'NG’ANG’A',
      'Ngũgĩ',
      'jane.doe@example.co.ke',
      '0712345678',
      '254712***678',
      'UKL6H7T3GA',
      '١٢٣',
      'Łukasz',
      '名前',
    ),
    fc.stringMatching(/^[A-Z][a-z]{3,12}$/),
    fc.stringMatching(/^[0-9]{1,12}$/),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const shapeParts = /^(?:[a-z]+0?|0|_|[.,:;/()*#&+-]| )*$/

  test('holds no name, number or code, whatever was pasted', () => {
    const known = new Set(getShape('confirmed ksh sent to paid from on at am 0')?.split(' '))
    fc.assert(
      fc.property(fc.array(fc.oneof(personal, fc.constantFrom(...known, ' ', ', ')), { maxLength: 60 }), (parts) => {
        const shape = getShape(parts.join(' ')) ?? ''
        expect(shape).toMatch(shapeParts)
        expect(shape).not.toMatch(/[1-9]/)
        // The shape of a shape is the same, because each word that is left is on the list.
        expect(getShape(shape) ?? '').toBe(getShape(shape) === null ? '' : shape)
      }),
      { numRuns: 2000 },
    )
  })
  test.each([
    'Wanjiku',
    'Kamau',
    'Otieno',
    'Achieng',
    'Mohamed',
    'Grace',
    'Juma',
    'Amani',
    'Baraka',
    'Zawadi',
    'Imani',
    'Neema',
  ])('does not contain the name %s', (name) =>
    expect(getShape(`confirmed paid to ${name} on 1`)).toBe('confirmed paid to _ on 0'),
  )
})
