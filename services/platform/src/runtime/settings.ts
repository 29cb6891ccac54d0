import * as z from 'zod/mini'

/** Settings that cannot be used: one sentence for each, with its name. */
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
  // A setting of two parts of a process is reported by each.
  throw new WrongSettings([...new Set(sentences)])
}
