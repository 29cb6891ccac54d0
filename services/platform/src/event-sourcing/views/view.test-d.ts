import { type RowOf, text, textOrNull } from './row-of.ts'
import type { ShapeOf, View } from './view.ts'

/** Checked by tsc: each `@ts-expect-error` is an error itself as soon as the line below it compiles. */
type Row = {
  readonly name: string
  readonly status: 'sent' | 'collected'
  readonly weight: number | null
  readonly stops: readonly { readonly place: string; readonly at: string | null }[]
  readonly rider: { readonly name: string } | null
  readonly fragile: boolean
}
const others = {
  name: 'text',
  status: 'text',
  weight: 'number or null',
  stops: { each: { place: 'text', at: 'text or null' } },
  rider: { orNull: { name: 'text' } },
} as const
const whole: ShapeOf<Row> = { ...others, fragile: 'boolean' }

// @ts-expect-error a field that the shape does not have
const without: ShapeOf<Row> = others
// @ts-expect-error a field that the document does not have
const more: ShapeOf<Row> = { ...others, fragile: 'boolean', colour: 'text' }
// @ts-expect-error a field of another type
const other: ShapeOf<Row> = { ...others, fragile: 'text' }
// @ts-expect-error null, which the document does not have
const nothing: ShapeOf<Row> = { ...others, fragile: 'boolean or null' }
// @ts-expect-error a field that may be missing: a stored row cannot express this
const missing: ShapeOf<{ readonly colour?: string }> = { colour: 'text' }
const unnamed = { name: 'parcels', shape: whole, fields: {}, indexes: [], sortBy: 'name' } as const
// @ts-expect-error a name without a version
const collection: View<never, Row>['collection'] = unnamed

const shape = {
  name: 'text',
  status: text<Row['status']>(),
  was: textOrNull<Row['status']>(),
  weight: 'number or null',
  stops: { each: { place: 'text', at: 'text or null' } },
  rider: { orNull: { name: 'text' } },
  fragile: 'boolean',
} as const
type Described = RowOf<typeof shape>
const described: View<never, Described>['collection'] = { ...unnamed, name: 'parcels-v1', shape }
// @ts-expect-error a view that does not say what its lists do while rows are damaged
const undecided: View<never, Described> = { collection: described, getIds: () => [], project: () => null }
const { was, ...rest }: Described = { ...({} as Row), was: null }
const row: Row = rest
// @ts-expect-error a word that the shape does not have
const unknown: Described['was'] = 'lost'
// @ts-expect-error null, which the shape does not have
const none: Described['fragile'] = null

export { collection, described, missing, more, none, nothing, other, row, undecided, unknown, was, without }
