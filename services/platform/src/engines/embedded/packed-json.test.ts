import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../ports/event-store.ts'
import { packed, unpacker } from './packed-json.ts'

const parcel = '8a1c1d0de0b14a8fb6d2a0f5f1a4c7e3'
const command = '1f8e0c52-6c5e-4b7e-9d35-0a6f1c2b3d4e'

const comesBack = (parts: readonly Json[], beside: readonly string[] = []) => {
  const made = packed(parts, beside)
  if (!made) return null
  return unpacker(made.shape)(Buffer.from(made.bytes, 'latin1'), 0, beside)
}
const measureSize = (part: Json, ...beside: string[]) => packed([part], beside)?.bytes.length

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(parcel, command, `${parcel}:receiver`, `rider:${command}`, 'ABCD'.repeat(30), `${parcel}a`),
  fc.uuid(),
  fc.base64String({ maxLength: 120 }),
  fc.stringMatching(/^[0-9a-f]{14,70}$/),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)
const names = fc.oneof(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,8}$/), fc.string({ maxLength: 4 }))
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.oneof(
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.maxSafeNat(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(names, tie('json'), { maxKeys: 5 }),
  ),
}))

test('JSON of every kind is unpacked unchanged, its fields in their order', () => {
  fc.assert(
    fc.property(json, json, fc.array(texts, { maxLength: 2 }), (data, metadata, beside) => {
      const back = comesBack([data, metadata], beside)
      if (back) expect(JSON.stringify(back)).toBe(JSON.stringify([data, metadata]))
    }),
    { numRuns: 2000 },
  )
})

test('text that bytes cannot express stays JSON: half of a character', () => {
  expect(packed([{ note: '\ud83d' }], [])).toBeNull()
})

test('ids, instants and sealed values take as many bytes as they have', () => {
  expect(measureSize(command)).toBe(17)
  expect(measureSize(parcel)).toBe(18)
  expect(measureSize('2026-11-23T06:00:00.000Z')).toBe(7)
  expect(measureSize(Buffer.alloc(60, 7).toString('base64'))).toBe(62)
})

test('a text that is beside it, or came before, takes one byte', () => {
  expect(measureSize(parcel, `delivery-${parcel}`)).toBe(1)
  expect(measureSize({ commandId: command, correlationId: command })).toBe(18)
})

test('names of fields are not among the bytes', () => {
  expect(measureSize({ deliveryType: 'doorstep', fee: 50 })).toBe(1 + 'doorstep'.length + 1)
})

test('bytes that are cut, too long or of another shape are refused', () => {
  const made = packed([{ from: 'dropping', parcel }], [])
  const unpack = unpacker(made?.shape ?? '')
  const bytes = Buffer.from(made?.bytes ?? '', 'latin1')
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => unpack(bytes.subarray(0, length), 0, [])).toThrow()
  expect(() => unpack(Buffer.concat([bytes, bytes]), 0, [])).toThrow()
  expect(() => unpacker('[{"from":0}]')(bytes, 0, [])).toThrow()
})
