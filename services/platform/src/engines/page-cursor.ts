import * as z from 'zod/mini'
import { createCursors } from '../ports/cursor.ts'

/** The end of a page: the sort value and the id of its last row. */
const pageEnd = z.readonly(z.tuple([z.union([z.string(), z.number()]), z.string()]))
export type PageEnd = z.infer<typeof pageEnd>

export const pageCursors = createCursors(pageEnd)
