import { fromBufferPromise, type ZipFile } from 'yauzl'
import { maxUnpackedBytes } from './limits.ts'
import { RefusedFile } from './refused-file.ts'

/** Parts of a workbook that have cells, or say which part has. Pictures, themes and macros stay packed. */
const wanted =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:_rels\/)?[^/]+\.(?:xml|rels)|xl\/worksheets\/[^/]+\.xml)$/i
const maxEntries = 2000

/**
 * Unpacks the needed parts of a workbook, and counts their bytes at the same time.
 * @throws RefusedFile statement_too_large above `maxBytes`, statement_password where parts are encrypted, statement_cut
 * where the archive has no end
 */
export const unpackWorkbook = async (
  archive: Buffer,
  maxBytes = maxUnpackedBytes,
): Promise<ReadonlyMap<string, Buffer>> => {
  const zip = await openArchive(archive)
  if (zip.entryCount > maxEntries) throw new RefusedFile('statement_too_large')
  const parts = new Map<string, Buffer>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    if (!wanted.test(entry.fileName)) continue
    if (entry.isEncrypted()) throw new RefusedFile('statement_password')
    if (parts.has(entry.fileName)) throw new RefusedFile('statement_not_readable')
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      unpacked += piece.byteLength
      if (unpacked > maxBytes) throw new RefusedFile('statement_too_large')
      pieces.push(piece)
    }
    parts.set(entry.fileName, Buffer.concat(pieces))
  }
  return parts
}

/** yauzl reports an archive without its directory, which is at the end, only by a sentence. */
const openArchive = async (archive: Buffer): Promise<ZipFile> => {
  try {
    return await fromBufferPromise(archive, { lazyEntries: true })
  } catch (error) {
    if (/^End of central directory/.test(String((error as Error).message))) throw new RefusedFile('statement_cut')
    throw error
  }
}
