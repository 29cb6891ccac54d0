import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const pagesKept = 64
const packed = new Map<string, Promise<Buffer>>()

/** There are as many pages as addresses, languages and looks that are drawn: each is packed once, and the oldest go. */
export function packedPage(html: string): Promise<Buffer> {
  const known = packed.get(html)
  if (known) return known
  const packing = compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  const [oldest] = packed.keys()
  if (oldest !== undefined && packed.size >= pagesKept) packed.delete(oldest)
  packed.set(html, packing)
  return packing
}
