import { parseTrackingId } from '@tuma/contracts/vocabulary'

/** A tracking id as it is typed, or inside the tracking address that the code on a receipt holds. */
export const trackingIdIn = (read: string): string | null => {
  const asked = URL.parse(read.trim())?.searchParams.get('id')
  return parseTrackingId(asked ?? read)
}

/** The browser's own reader of codes; some have none. @see https://wicg.github.io/shape-detection-api */
type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined
}

export const canScan = (): boolean =>
  globalThis.BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

const betweenLooksMs = 150

/** Looks at the moving picture until it shows a tracking id. @returns null when `signal` ended it first */
export const scan = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> => {
  if (!globalThis.BarcodeDetector) return null
  const detector = new globalThis.BarcodeDetector({ formats: ['qr_code'] })
  while (!signal.aborted) {
    const codes = await detector.detect(video).catch(() => []) // there is no picture yet
    const found = codes.map(({ rawValue }) => trackingIdIn(rawValue)).find((id) => id !== null)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
  return null
}
