import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
/** Answers take some seconds on a slow network: nothing is drawn again for less. */
const noticeableMs = 5_000

/** The server's clock less the page's monotonic one; null before the first answer. */
let aheadMs: number | null = null
let shown = Date.now()
const followers = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** The server's time in ms, as far as this page knows it. A phone's own clock may be wrong, or set while the page is open. */
const serverTime = (): number => (aheadMs === null ? Date.now() : Math.round(performance.now() + aheadMs))

/** The moment by the server's clock, ISO. */
export const serverNow = (): string => new Date(serverTime()).toISOString()

/** Takes the time that an answer of the API says. @param said its header `x-server-time`, ISO */
export function hearServerTime(said: string | string[] | undefined): void {
  const heard = Date.parse(String(said))
  if (Number.isNaN(heard)) return
  const expected = serverTime()
  aheadMs = heard - performance.now()
  if (Math.abs(heard - expected) >= noticeableMs) tick()
}

/** Forgets the server's time: for tests, as each has its own clock. */
export function forgetServerTime(): void {
  aheadMs = null
}

function tick(): void {
  shown = serverTime()
  for (const draw of followers) draw()
}

const wake = (): void => {
  if (document.visibilityState === 'visible') tick()
}

function follow(draw: () => void): () => void {
  if (followers.size === 0) {
    ticking = setInterval(tick, minuteMs)
    document.addEventListener('visibilitychange', wake)
  }
  followers.add(draw)
  return () => {
    followers.delete(draw)
    if (followers.size > 0) return
    clearInterval(ticking)
    document.removeEventListener('visibilitychange', wake)
  }
}

const current = (): number => {
  if (followers.size === 0) shown = serverTime()
  return shown
}

/**
 * The server's time as an ISO instant, drawn again every minute and when the page is looked at again: one clock for all rows, and
 * nothing is asked for.
 */
export const useServerTime = (): string => new Date(useSyncExternalStore(follow, current, current)).toISOString()
