import { isIP } from 'node:net'
import type { RequestHandler } from 'express'

/**
 * Refuses requests under another site's name (421), because a page of that site could read our answers as its own. No
 * other site can have a name of this machine, or a bare address.
 * @param publicUrl as people reach us, where that is a name
 */
export function onlyOurHost(publicUrl: string | undefined): RequestHandler {
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  // Nearly all requests use one name.
  let welcome: string | undefined
  return (request, response, next) => {
    const { host = '' } = request.headers
    if (host === welcome) return next()
    const name = hostNamed(host)
    if (name !== null && (name === ours || isOfThisMachine(name) || isAddress(name))) {
      welcome = host
      return next()
    }
    response.set('Cache-Control', 'no-store').sendStatus(421)
  }
}

/** As an address's host is written, without its port; null for what is none. */
const hostNamed = (host: string): string | null =>
  /^[^\s/?#@\\]+$/.test(host) ? (URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? null) : null

const isOfThisMachine = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
