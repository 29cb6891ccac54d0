import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In base64 at each of its three possible offsets, without the letters that depend on the bytes beside it. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64url')
    const whole = Math.floor(((offset + Buffer.byteLength(text)) * 8) / 6)
    return encoded.slice(Math.ceil((offset * 8) / 6), whole)
  })

/**
 * Which of the texts are anywhere in the files of a folder: in any case, or inside base64. Use texts of six letters and
 * more: shorter ones occur by chance.
 */
export const tracesIn = async (folder: string, texts: readonly string[]): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = new Set<string>()
  for (const name of names) {
    const bytes = (await readFile(name)).toString('latin1')
    const [folded, urlSafe] = [bytes.toLowerCase(), bytes.replaceAll('+', '-').replaceAll('/', '_')]
    for (const text of texts) {
      const raw = Buffer.from(text).toString('latin1').toLowerCase()
      if (folded.includes(raw) || inBase64(text).some((form) => urlSafe.includes(form))) found.add(text)
    }
  }
  return [...found]
}
