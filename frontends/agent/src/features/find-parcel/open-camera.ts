/**
 * Shows the camera at the back of a phone in `video`, until `signal` ends it. Rejects where there is none, or where it may
 * not be used. @returns its track; null when `signal` ended it first
 */
export const openCamera = async (video: HTMLVideoElement, signal: AbortSignal): Promise<MediaStreamTrack | null> => {
  const wanted = { facingMode: 'environment', width: { ideal: 1280 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
  const tracks = stream.getTracks()
  const stop = (): void => {
    for (const track of tracks) track.stop()
  }
  if (signal.aborted) {
    stop()
    return null
  }
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  return tracks[0] ?? null
}
