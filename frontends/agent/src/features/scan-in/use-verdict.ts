import type { ScanAnswer } from '@tuma/contracts/api'
import { type ScanTone, toneOfVerdict } from '@tuma/contracts/vocabulary'
import { useCallback, useEffect, useState } from 'react'
import { getSound, playSound } from './verdict-sound.ts'

/** What is said at once about the newest scan. `sticker`: it was put on the parcel of `answer`. */
export type Verdict =
  | { readonly says: 'answer'; readonly answer: ScanAnswer }
  | { readonly says: 'sticker'; readonly sticker: string; readonly answer: ScanAnswer }
  | { readonly says: 'saved'; readonly id: string; readonly isAway: boolean }
  | { readonly says: 'notStored'; readonly id: string; readonly error: unknown }

export const getTone = (verdict: Verdict): ScanTone => {
  if (verdict.says === 'answer') return toneOfVerdict[verdict.answer.verdict]
  return { sticker: 'good', saved: 'look', notStored: 'stop' }[verdict.says] as ScanTone
}

const shownMs = 3000
type Shown = { readonly verdict: Verdict; readonly number: number; readonly untilMs: number }

/** A red one keeps its three seconds, unless another red one comes: the scans after it are heard, and are in the list. */
const comeNext = (before: Shown | null, verdict: Verdict, nowMs: number): Shown => {
  const isKept = before && nowMs < before.untilMs && getTone(before.verdict) === 'stop' && getTone(verdict) !== 'stop'
  return isKept ? before : { verdict, number: (before?.number ?? 0) + 1, untilMs: nowMs + shownMs }
}

/** The verdict that is on the screen for three seconds. `say` shows one, and makes its sound and vibration. */
export const useVerdict = () => {
  const [shown, setShown] = useState<Shown | null>(null)
  const say = useCallback((verdict: Verdict): void => {
    setShown((before) => comeNext(before, verdict, Date.now()))
    playSound(getSound(getTone(verdict), verdict.says === 'answer' && verdict.answer.verdict === 'onHold'))
  }, [])
  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => setShown(null), Math.max(0, shown.untilMs - Date.now()))
    return () => clearTimeout(timer)
  }, [shown])
  return { shown, say }
}
