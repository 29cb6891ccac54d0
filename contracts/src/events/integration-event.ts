import type * as z from 'zod/mini'
import { getHeard, type Heard } from './heard.ts'

/**
 * What a service tells the others: one topic a service, keyed by stream. No name, phone, e-mail, address, id number or
 * secret ever stands in one. Grow only: new optional fields, more words of a vocabulary, or a new version beside the
 * old (golden/ keeps a sample of each, which must parse for ever; published/ what each looked like last).
 */
export type IntegrationEvent<Type extends string, Schema extends z.ZodMiniType> = {
  readonly topic: string
  readonly type: Type
  readonly version: number
  /** What its publisher may say. */
  readonly schema: Schema
  /** The same for its consumers, who may be a release behind. */
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
