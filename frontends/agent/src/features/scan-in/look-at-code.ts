import type { ScanAnswer } from '@tuma/contracts/api'

/** What would follow if the parcel with this code were scanned in. Records nothing. */
export const lookAtCode = async (code: string): Promise<ScanAnswer | undefined> => {
  const answer = await fetch('/api/agent/scan-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ codes: [{ code }], look: true }),
  })
  const [first] = (await answer.json()) as ScanAnswer[]
  return first
}
