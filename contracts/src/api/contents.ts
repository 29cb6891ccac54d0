import * as z from 'zod/mini'
import type { Contents } from '../vocabulary/index.ts'
import { paragraph } from './fields.ts'

type Fields = { readonly [Field in keyof Contents]: z.ZodMiniType<Contents[Field]> }

/** As a sender fills it in. */
export const contentsForm = {
  parcelDescription: paragraph('Parcel description', 500),
} satisfies Fields

/** As it is handed on and answered: what was taken once is not judged again. */
export const contents = {
  parcelDescription: z.string(),
} satisfies Fields
