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

const found = (codes: readonly string[]): string | null => codes.map(trackingIdIn).find((id) => id !== null) ?? null

const betweenLooksMs = 150
/** The processor of a cheap phone rests so long, however long a look took. */
const minRestMs = 40
const sameCodeMs = 3000

/** The codes that were not in a picture of the last three seconds. A code that stays before the camera is one code. */
export const takeNew = (seen: Map<string, number>, codes: readonly string[], nowMs: number): string[] => {
  for (const [code, atMs] of seen) if (nowMs - atMs >= sameCodeMs) seen.delete(code)
  const fresh = [...new Set(codes)].filter((code) => !seen.has(code))
  for (const code of codes) seen.set(code, nowMs)
  return fresh
}

/**
 * Looks at the moving picture until `signal` ends it, and gives the texts of all new codes of a picture together. Looks at
 * nothing while the page is hidden.
 */
export async function* readCodes(video: HTMLVideoElement, signal: AbortSignal): AsyncGenerator<string[]> {
  const reader = await openReader()
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    const fromMs = performance.now()
    const codes = document.hidden ? [] : await reader.detect(video).catch(() => []) // there is no picture yet
    const texts = codes.map(({ rawValue }) => rawValue)
    const fresh = takeNew(seen, texts, performance.now())
    if (fresh.length > 0 && !signal.aborted) yield fresh
    const restMs = Math.max(minRestMs, betweenLooksMs - (performance.now() - fromMs))
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}

/** Looks at the moving picture until it shows a tracking id. @returns null when `signal` ended it first */
export const scan = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> => {
  for await (const codes of readCodes(video, signal)) {
    const trackingId = found(codes)
    if (trackingId !== null) return trackingId
  }
  return null
}

/** @returns null where the picture shows no tracking id. Rejects where it is no picture */
export const readPicture = async (picture: Blob): Promise<string | null> => {
  const reader = await openReader()
  return found((await reader.detect(picture)).map(({ rawValue }) => rawValue))
}
