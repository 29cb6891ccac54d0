// trips: front-ends-know-the-contract-only
import type { createBff } from '@tuma/bff'

export type Bff = typeof createBff
