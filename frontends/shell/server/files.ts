import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type RequestHandler, type Response, Router } from 'express'

const hashed = /^\/assets\/[\w.-]+\.[0-9a-f]{8}\.\w+$/
const askedEveryTime = [
  '/manifest.json', // and the pictures that a telephone keeps of the app, or shows with a link
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/icon-apple.png',
  '/share.png',
]
/** The paths of the files of a dist: all others are pages. */
export const filePaths = ['/assets/*path', ...askedEveryTime]
const forEver = { immutable: true, maxAge: '1y' }

/**
 * A front end's dist as the browser may see it: hashed files for ever, a few checked every time, nothing else.
 * A file with a .br beside it is sent compressed to clients that accept it. A file of a removed build answers 404.
 */
export function distFiles(distFolder: string): Router {
  const send: RequestHandler = (request, response) => {
    const { path } = request
    const stays = hashed.test(path)
    if (!stays && !askedEveryTime.includes(path)) return void response.sendStatus(404)
    const packed = Boolean(request.acceptsEncodings('br')) && existsSync(join(distFolder, `${path}.br`))
    response.vary('Accept-Encoding').type(extname(path))
    if (packed) response.set('Content-Encoding', 'br')
    if (!stays) response.set('Cache-Control', 'no-cache')
    const options = { root: distFolder, ...(stays ? forEver : { cacheControl: false }) }
    response.sendFile(`${path.slice(1)}${packed ? '.br' : ''}`, options, (error) => error && notFound(response))
  }
  return Router().get('/*path', send)
}

function notFound(response: Response): void {
  if (response.headersSent) return
  response.removeHeader('Content-Encoding')
  response.sendStatus(404)
}
