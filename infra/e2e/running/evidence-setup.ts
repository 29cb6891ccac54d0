import { afterEach } from 'vitest'
import { keepEvidence, keepEvidenceOfFailures } from './evidence.ts'

// Listed in vitest's `setupFiles`, because files share a worker, and a hook of a module would be gone after the first
// of them.
keepEvidenceOfFailures()
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  console.log(`Evidence: ${await keepEvidence(`${task.file.name.split('/').at(-1)} ${task.name}`)}`)
})
