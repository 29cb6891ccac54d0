import { trackingIdIn } from '@tuma/contracts/vocabulary'

type Picture = HTMLVideoElement | Blob
type Reader = { detect: (picture: Picture) => Promise<{ rawValue: string }[]> }
type Readers = { new (options: { formats: ['qr_code'] }): Reader; getSupportedFormats: () => Promise<string[]> }
declare global {
  /** The browser's own; many have none. @see https://wicg.github.io/shape-detection-api */
  var BarcodeDetector: Readers | undefined
}

/** The browser's own where it reads our codes, else one that is fetched when it is first needed (a megabyte of WebAssembly). */
const openReader = async (): Promise<Reader> => {
  const own = globalThis.BarcodeDetector
  const ownReads = (await own?.getSupportedFormats().catch(() => [])) ?? []
  const Readers = own && ownReads.includes('qr_code') ? own : (await import('./zxing-reader.ts')).BarcodeDetector
  return new Readers({ formats: ['qr_code'] })
}

const found = (codes: { rawValue: string }[]): string | null =>
  codes.map(({ rawValue }) => trackingIdIn(rawValue)).find((id) => id !== null) ?? null

const betweenLooksMs = 150

/** Looks at the moving picture until it shows a tracking id. @returns null when `signal` ended it first */
export const scan = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> => {
  const reader = await openReader()
  while (!signal.aborted) {
    const codes = await reader.detect(video).catch(() => []) // there is no picture yet
    const trackingId = found(codes)
    if (trackingId) return trackingId
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
  return null
}

/** @returns null where the picture shows no tracking id. Rejects where it is no picture */
export const readPicture = async (picture: Blob): Promise<string | null> => {
  const reader = await openReader()
  return found(await reader.detect(picture))
}
