import type { PhotoFile } from '@tuma/contracts/api'
import { maxPhotoBytes, photoTypes, Refused } from '@tuma/contracts/vocabulary'
import type { Request, RequestHandler } from 'express'
import { openConcurrencyLimit } from '../door/concurrency-limit.ts'

const photoPath = /^\/agent\/deliveries\/[^/]+\/photos\/?$/

/** A body that claims to be a photo. Its bytes decide that later. */
export const isPhoto = (request: Request): boolean =>
  request.method === 'POST' && photoPath.test(request.path) && Boolean(request.is([...photoTypes]))

/**
 * Leaves the body unread: its call reads it once the sender and their rights are known.
 * @throws Refused photo_too_large
 */
export const takePhoto: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length']) > maxPhotoBytes) throw new Refused('photo_too_large')
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const bytes = request.iterator({ destroyOnReturn: false })
  const photo: PhotoFile = { closed: gone.signal, [Symbol.asyncIterator]: () => bytes }
  request.body = { photo }
  next()
}

/** Each photo is in memory as a whole. More than eight wait a little, and are then told to come again. */
const eightAtOnce = { atOnce: 8, maxWaiting: 16, patienceMs: 2000, retryAfter: () => 3 }
/** Slow uploads of one session leave places for others. */
const twoOfASession = { ...eightAtOnce, atOnce: 2 }

/** A limit for each session that is sending. @returns runs work within the session's limit */
const openSessionLimits = () => {
  const bySession = new Map<string, { readonly limit: ReturnType<typeof openConcurrencyLimit>; users: number }>()
  return async (session: string, gone: AbortSignal, work: () => Promise<void>): Promise<void> => {
    const own = bySession.get(session) ?? { limit: openConcurrencyLimit(twoOfASession), users: 0 }
    bySession.set(session, own)
    own.users += 1
    try {
      await own.limit.run(gone, work)
    } finally {
      own.users -= 1
      if (own.users === 0) bySession.delete(session)
    }
  }
}

/**
 * Reads photos, eight at a time, and two at a time from one session.
 * @param session identifies a session
 * @returns the result of `use` for the bytes. @throws Refused busy (`retryAfter`), photo_too_large, bad_input where the
 * sender has disconnected
 */
export const openPhotos = () => {
  const concurrencyLimit = openConcurrencyLimit(eightAtOnce)
  const withinSession = openSessionLimits()
  return async <Done>(photo: PhotoFile, session: string, use: (bytes: Buffer) => Promise<Done>): Promise<Done> => {
    let done: { readonly value: Done } | undefined
    const read = async () => {
      done = { value: await use(await readWhole(photo)) }
    }
    await withinSession(session, photo.closed, () => concurrencyLimit.run(photo.closed, read))
    if (!done) throw new Refused('bad_input')
    return done.value
  }
}

const readWhole = async (photo: PhotoFile): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let count = 0
  try {
    for await (const piece of photo) {
      count += piece.byteLength
      if (count > maxPhotoBytes) throw new Refused('photo_too_large')
      pieces.push(piece)
    }
  } catch (error) {
    throw photo.closed.aborted ? new Refused('bad_input') : error
  }
  return Buffer.concat(pieces)
}
