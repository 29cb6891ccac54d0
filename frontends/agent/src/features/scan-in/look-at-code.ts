import type { ScanAnswer } from '@tuma/contracts/api'
import { ApiError, calls } from '@tuma/kit/runtime'

/** What a scan would be answered with; or that no answer came, or that the server could not say it. */
export type Look = ScanAnswer | 'unanswered' | 'failed'

/** What would follow if the parcel with this code were scanned in. Records nothing. */
export const lookAtCode = async (code: string): Promise<Look> => {
  try {
    const [answer] = await calls.scanning.scanIn({ codes: [{ code }], look: true })
    return answer ?? 'failed'
  } catch (error) {
    return error instanceof ApiError && error.code === 'unreachable' ? 'unanswered' : 'failed'
  }
}
