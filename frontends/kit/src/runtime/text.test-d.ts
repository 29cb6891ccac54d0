import type { Text } from './text.ts'
import type en from './texts/kit.en.json'

/** Checked by tsc: each `@ts-expect-error` is an error itself as soon as the line below it compiles. */
declare const text: Text<typeof en>
declare const counted: Text<{ rows_one: string; rows_other: string }>

text('tryAgain')
counted('rows', { count: 2 })

// @ts-expect-error a key that the catalogue does not have
text('unknown.key')
// @ts-expect-error a plural is asked for by its word, not by its form
counted('rows_one')
