import type * as z from 'zod/mini'
import { getHeard, type Heard } from './heard.ts'

/**
 * A service's message to the others: one topic for each service, keyed by stream. It never has a name, phone, e-mail,
 * address, id number or secret. Only extended: by optional fields, by words of a vocabulary, or by a new version beside
 * the old (golden/ has a sample of each, which must parse for ever; published/ has the last schema of each).
 */
export type IntegrationEvent<Type extends string, Schema extends z.ZodMiniType> = {
  readonly topic: string
  readonly type: Type
  readonly version: number
  /** The schema for the publisher. */
  readonly schema: Schema
  /** The same for consumers, which may be a release behind. */
  readonly heard: z.ZodMiniType<Heard<z.output<Schema>>>
}

export const integrationEvent = <Type extends string, Schema extends z.ZodMiniType>(
  type: Type,
  version: number,
  schema: Schema,
): IntegrationEvent<Type, Schema> => ({
  topic: type.slice(0, type.indexOf('.')),
  type,
  version,
  schema,
  heard: getHeard(schema),
})
