import { serverNow } from '@tuma/kit/runtime'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useOutbox, useSavedSteps } from '../../saved-steps/index.ts'
import { lookAtCode } from './look-at-code.ts'
import { ScanSession } from './scan-session.ts'
import { listScanned } from './scanned-list.ts'
import { useVerdict } from './use-verdict.ts'

/** What this page has scanned, what it says of the newest scan, and how it takes codes. */
export const useScanIn = () => {
  const outbox = useOutbox()
  const steps = useSavedSteps()
  const { shown, say } = useVerdict()
  const session = useMemo(() => new ScanSession({ outbox, look: lookAtCode, say, now: serverNow }), [outbox, say])
  const { scans, sticker } = useSyncExternalStore(session.subscribe, session.read)
  useEffect(() => outbox.subscribe(() => session.hearOutbox()), [outbox, session])
  return { lines: listScanned(scans, steps), sticker, shown, session }
}
