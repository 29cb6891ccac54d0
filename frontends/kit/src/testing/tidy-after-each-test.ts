import { afterEach } from 'vitest'
import { tidies } from './tidies.ts'

// Of vitest's `setupFiles`, which each test file has anew. A hook of a module would be gone after the first of several
// files that share a worker, and what they import.
afterEach(() => {
  for (const tidy of tidies) tidy()
})
