import type { Delivery } from '@tuma/contracts/api'
import { maxPhotos } from '@tuma/contracts/vocabulary'
import { type ApiError, useSubmission } from '@tuma/kit/runtime'
import { sendFile } from '@tuma/kit/ui'
import { useRef, useState } from 'react'
import { shrinkPhoto } from './shrink-photo.ts'

/** `photo` is there as soon as it has been made smaller. */
export type ChosenPhoto = {
  readonly number: number
  readonly photo?: Blob
  readonly state: 'reading' | 'ready' | 'sending' | 'sent' | 'notSent'
  readonly error?: ApiError
}
/** Why one that was chosen is not among them. */
type LeftOut =
  | { readonly why: 'noPicture'; readonly name: string }
  | { readonly why: 'tooMany'; readonly count: number }

type Sent = { readonly number: number; readonly photo: Blob }

/** Photos that are chosen for a parcel, made smaller here and sent one by one, each once however often it is tried. */
export const useChosenPhotos = ({ _id, photos: there = [] }: Pick<Delivery, '_id' | 'photos'>) => {
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([])
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const taken = useRef(1)
  const smaller = useRef(new Map<number, Promise<Blob | null>>())
  const [hadBefore] = useState(there.length)
  const { mutateAsync } = useSubmission<Sent, Delivery>({
    mutationKey: () => ['photo of', _id],
    call: ({ photo }, { context: { idempotencyKey = '' } }) =>
      sendFile<Delivery>(`/agent/deliveries/${_id}/photos`, photo, { idempotencyKey }),
  })
  const change = (number: number, to: Partial<ChosenPhoto>): void =>
    setChosen((before) => before.map((one) => (one.number === number ? { ...one, ...to } : one)))
  const remove = (number: number): void => setChosen((before) => before.filter((one) => one.number !== number))
  const unsent = chosen.filter(({ state }) => state !== 'sent')
  const room = Math.max(0, maxPhotos - hadBefore - chosen.length)

  const read = async (number: number, file: File): Promise<void> => {
    const made = shrinkPhoto(file)
    smaller.current.set(number, made)
    const photo = await made
    if (photo) return change(number, { photo, state: 'ready' })
    remove(number)
    setLeftOut((before) => [...before, { why: 'noPicture', name: file.name }])
  }
  const choose = (files: readonly File[]): void => {
    const kept = files.slice(0, room)
    const over = files.length - kept.length
    setLeftOut(over > 0 ? [{ why: 'tooMany', count: over }] : [])
    const numbered = kept.map((file, at) => ({ file, number: taken.current + at }))
    taken.current += kept.length
    setChosen((before) => [...before, ...numbered.map(({ number }) => ({ number, state: 'reading' as const }))])
    for (const { number, file } of numbered) void read(number, file)
  }
  /** Those that are still made smaller are waited for. @returns the parcel with those that were sent, and whether any was not */
  const send = async (): Promise<{ row: Delivery | null; failed: boolean }> => {
    let row: Delivery | null = null
    let failed = false
    for (const { number } of unsent) {
      const photo = await smaller.current.get(number)
      if (!photo) continue
      change(number, { state: 'sending' })
      try {
        row = await mutateAsync({ number, photo })
        change(number, { state: 'sent' })
      } catch (error) {
        failed = true
        change(number, { state: 'notSent', error: error as ApiError })
      }
    }
    return { row, failed }
  }
  return { chosen, leftOut, room, choose, remove, send }
}
export type ChosenPhotos = ReturnType<typeof useChosenPhotos>
