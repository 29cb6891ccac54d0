import { afterEach } from 'vitest'
import { tidies } from './tidies.ts'

// In vitest's `setupFiles`, which run again for each test file. A hook in an imported module would run only for the first
// of several files that share a worker.
afterEach(() => {
  for (const tidy of tidies) tidy()
})
