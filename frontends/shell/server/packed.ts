import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const pagesKept = 64
const packed = new Map<string, Promise<Buffer>>()

/**
 * A page exists for each drawn address, language and theme, and for each tracked parcel. Each is compressed once, and the
 * least recently used ones are removed.
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
