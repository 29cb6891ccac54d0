import type { Due } from './due.ts'

/**
 * Parcels that a payment was begun for, in localStorage: who closed the tab finds the form again for a day. Only forms for sending
 * are kept, which have no field for an ID number. Imports types only, so that the landing page's small script may use it.
 */
export type KeptParcel = {
  /** When the payment was begun, by this device's clock in ms. */
  readonly at: number
  /** Of the payment, `PAY-…`. */
  readonly reference: string
  readonly due: Due
  /** Of the prompt whose money books it; missing where its person books it. */
  readonly promptId?: string
  /** What was typed, as the form's draft has it. */
  readonly values: Readonly<Record<string, unknown>>
}
/** By the form's draft: each draft is one parcel, and names its owner. */
type ByDraft = Readonly<Record<string, KeptParcel>>

/** Logging out takes every draft away: this too (kit/runtime's `session.ts`). */
const place = 'tuma.draft.kept-parcels'
const begunPlace = 'tuma.payment-begun'
const dayMs = 24 * 60 * 60_000
const promptMs = 10 * 60_000

/** Removes what is a day old: names and phones of a visitor must not stay on a shared computer. */
function readAll(): ByDraft {
  try {
    const stored = Object.entries(JSON.parse(localStorage.getItem(place) ?? '{}') as ByDraft)
    const fresh = stored.filter(([, { at }]) => Date.now() - at < dayMs)
    const all = Object.fromEntries(fresh)
    if (fresh.length < stored.length) writeAll(all)
    return all
  } catch {
    return {}
  }
}

function writeAll(all: ByDraft): void {
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(all))
  } catch {}
}

/** @param draft of the form, as `getDraft` names it */
export const keepParcel = (draft: string, parcel: KeptParcel): void => writeAll({ ...readAll(), [draft]: parcel })

export const keptParcel = (draft: string): KeptParcel | null => readAll()[draft] ?? null

/** What was typed since. Nothing is kept that was not before. */
export function changeKept(draft: string, values: KeptParcel['values']): void {
  const kept = keptParcel(draft)
  if (kept) keepParcel(draft, { ...kept, values })
}

/** Its money books the parcel that this reference was begun for. */
export function keepPromptOf(reference: string, promptId: string): void {
  for (const [draft, parcel] of Object.entries(readAll()))
    if (parcel.reference === reference) keepParcel(draft, { ...parcel, promptId })
}

/** Parcels that a prompt may have booked meanwhile. @param payer the username, or 'visitor' (shared at one browser) */
export const awaitedParcels = (payer: string): readonly { draft: string; parcel: KeptParcel; promptId: string }[] =>
  Object.entries(readAll()).flatMap(([draft, parcel]) =>
    parcel.promptId !== undefined && (draft.endsWith(`.${payer}`) || draft.endsWith('.visitor'))
      ? [{ draft, parcel, promptId: parcel.promptId }]
      : [],
  )

/** The parcel that a payment was begun for. @param payer the username, or 'visitor' (shared at one browser) */
export function keptFor(reference: string, payer: string): { draft: string; parcel: KeptParcel } | null {
  for (const [draft, parcel] of Object.entries(readAll())) {
    const isOwn = draft.endsWith(`.${payer}`) || draft.endsWith('.visitor')
    if (isOwn && parcel.reference === reference) return { draft, parcel }
  }
  return null
}

export function forgetKept(draft: string): void {
  const { [draft]: _, ...others } = readAll()
  writeAll(others)
}

/** A parcel was booked with that payment, from whichever form. */
export const forgetKeptFor = (reference: string): void =>
  writeAll(Object.fromEntries(Object.entries(readAll()).filter(([, parcel]) => parcel.reference !== reference)))

/** From now on the landing page asks for unused payments. No secret: it says that a payment was begun here, and when. */
export function markBegun(): void {
  try {
    localStorage.setItem(begunPlace, `${Date.now()}`)
  } catch {}
}

function begunAt(): number | null {
  try {
    const at = localStorage.getItem(begunPlace)
    return at === null ? null : Number(at)
  } catch {
    return null
  }
}

export const hasBegun = (): boolean => begunAt() !== null

/** A prompt lives for ten minutes: so long its money may come at any moment. */
export const hasJustBegun = (): boolean => Date.now() - (begunAt() ?? 0) < promptMs

/** Nothing is unused. A payment that was begun today may still come. */
export function forgetBegun(): void {
  try {
    if (Date.now() - (begunAt() ?? 0) >= dayMs) localStorage.removeItem(begunPlace)
  } catch {}
}
