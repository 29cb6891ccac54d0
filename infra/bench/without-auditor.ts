import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded before the product (`--import`): its services have an auditor that examines nothing. A file tells that the
 * auditor was replaced, because one that was not would make every comparison equal.
 */
const replaced = process.env.TUMA_BENCH_WITHOUT_AUDITOR
const nothing = 'async () => undefined'
const source = `export const openAuditor = () => ({
  status: () => ({ lastPass: null, lastPassAgeMs: null, findings: [] }),
  close: ${nothing},
})`

if (replaced)
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith('/event-sourcing/audit/auditor.ts')) return next(url, context)
      writeFileSync(replaced, 'replaced')
      return { format: 'module', shortCircuit: true, source }
    },
  })
