import * as z from 'zod/mini'

/** Settings that can't be used: one sentence for each, naming it. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings'
  readonly sentences: readonly string[]
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/** Parses settings once, from the environment; empty values count as not given. @throws WrongSettings */
export const readSettings = <Schema extends z.ZodMiniType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = z.safeParse(schema, given)
  if (read.success) return read.data
  const sentences = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  // What two parts of a process read, each finds wrong.
  throw new WrongSettings([...new Set(sentences)])
}
