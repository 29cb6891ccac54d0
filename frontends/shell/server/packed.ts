import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const pagesKept = 64
const packed = new Map<string, Promise<Buffer>>()

/**
 * There are as many pages as addresses, languages and looks that are drawn, and one for each parcel that somebody looks for:
 * each is packed once, and those that nobody has asked for longest go.
 */
export function packedPage(html: string): Promise<Buffer> {
  const known = packed.get(html)
  const packing = known ?? compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  packed.delete(html)
  const [oldest] = packed.keys()
  if (oldest !== undefined && packed.size >= pagesKept) packed.delete(oldest)
  packed.set(html, packing)
  return packing
}
