import * as z from 'zod/mini'
import type { Contents } from '../vocabulary/index.ts'
import { paragraph } from './fields.ts'

type Fields = { readonly [Field in keyof Contents]: z.ZodMiniType<Contents[Field]> }

/** The contents as a sender fills them in. */
export const contentsForm = {
  parcelDescription: paragraph('Parcel description', 500),
} satisfies Fields

/** The contents as services pass them on and answer: accepted values are not checked again. */
export const contents = {
  parcelDescription: z.string(),
} satisfies Fields
