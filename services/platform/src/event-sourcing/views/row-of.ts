declare const values: unique symbol
/** Tells only the type check which values a field of a shape has. */
export type Valued<Value> = { readonly [values]: Value }

/**
 * For a shape: a text that is one of these words. The stored shape says 'text', so words may change under its name.
 * @example const shape = { status: text<DeliveryStatus>(), note: 'text or null' } as const
 */
export const text = <Word extends string>() => 'text' as 'text' & Valued<Word>
/** As `text`, or null. */
export const textOrNull = <Word extends string>() => 'text or null' as 'text or null' & Valued<Word | null>

type Scalars = {
  text: string
  number: number
  boolean: boolean
  'text or null': string | null
  'number or null': number | null
  'boolean or null': boolean | null
}

/** The type of the rows that a shape describes, so that a field of a row is declared only in its shape. */
export type RowOf<Shape> =
  Shape extends Valued<infer Value>
    ? Value
    : Shape extends keyof Scalars
      ? Scalars[Shape]
      : Shape extends { readonly each: infer Item }
        ? readonly RowOf<Item>[]
        : Shape extends { readonly orNull: infer Value }
          ? RowOf<Value> | null
          : { readonly [Field in keyof Shape]: RowOf<Shape[Field]> }
