// trips: every-import-resolves
import { button } from '@tuma/kit/src/ui/index.ts'

export const client = button
