import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from './connection.ts'
import type { Examination } from './file-examiner.ts'
import { findDamage } from './find-damage.ts'

/** The examination takes a twentieth of the time of one core. */
const restsATable = 19

const examine = async ({ path, withRows }: Examination): Promise<void> => {
  const reader = openForReading(path)
  try {
    let beganAt = performance.now()
    for (const findings of findDamage(reader, path, { withRows })) {
      if (findings.length > 0) parentPort?.postMessage(findings)
      await pause(restsATable * (performance.now() - beganAt))
      beganAt = performance.now()
    }
  } finally {
    reader.close()
  }
}

await examine(workerData as Examination)
