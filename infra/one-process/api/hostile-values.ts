import fc from 'fast-check'

/** Values that people and programs send by mistake or to attack. Words are separated by spaces. */

const hostileTexts = [
  ...'null undefined NaN 0 -1 1e400 true [] {} __proto__ constructor toString %00 %s%n ../../etc/passwd'.split(' '),
  ...'PAY-000000 TM-0000-0000-0000 0700000000 {"$ne":""} #{7*7} <script>alert(1)</script>'.split(' '),
  ...['', ' ', '\t\n', 'a\u0000b', 'a\u001b[2Jb', 'line\nbreak', '\u2028', '\u202Egnirts', `'"; drop table events; --`],
  ...[
    '\ud800',
    '\udfff',
    '💥👩‍👩‍👧',
    'ＮＡＩＲＯＢＩ',
    'İstanbul ı',
    'e\u0301\u0301\u0301',
    'x'.repeat(10_000),
    '9'.repeat(400),
  ],
]
const hostileObjects: unknown[] = [
  ...[{ $ne: '' }, { $gt: '' }, { $where: 'sleep(1)' }, { length: 3 }, {}, [], ['a'], [[]]],
  ...[nested(200), Array.from({ length: 2000 }, () => 0), JSON.parse('{"__proto__":{"role":"admin"}}')],
]
export const edgeNumbers = [0, -0, -1, 1, 0.5, 1e-9, 10_000_001, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308]

/** Values that no field accepts. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, ...edgeNumbers) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileObjects) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

export const rawBodies = [
  ...'{ [] null "text" {"a":1}{ {"a":"\\ud800"} [1,2 true 1e999'.split(' '),
  ...['', '\ufeff{}', `{"x":"${'y'.repeat(70_000)}"}`],
]
export const rawSegments = [
  ...'%00 %E0%A4%A % ..%2F.. %2e%2e {id} a;b=c %ED%A0%80 ~ * %20'.split(' '),
  'x'.repeat(3000),
]
export const rawQueries = [
  ...'limit[$gt]=1 __proto__[x]=1 constructor[prototype][x]=1 a[b][c][d]=1 status[]=delivered'.split(' '),
  ...'limit=1&limit=2 limit= limit=1e2 limit=0x10 search[]=a&search[]=b from=2026-02-30 %E0%A4%A=% =&=&&'.split(' '),
  ...['cursor=%00', 'cursor=eyJhIjoxfQ', `cursor=${'c'.repeat(501)}`],
]

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { deep: nested(depth - 1) }
}
