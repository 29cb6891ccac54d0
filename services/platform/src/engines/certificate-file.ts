import { readFile } from 'node:fs/promises'
import { WrongSettings } from '../runtime/settings.ts'

/** PEM of the authority that signed an engine's certificate. @throws WrongSettings with a sentence that names the setting */
export const certificateIn = async (setting: string, file: string): Promise<string> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (!/^-----BEGIN CERTIFICATE-----$/m.test(text)) throw new WrongSettings([`${setting}: no certificate (PEM) there`])
  return text
}

/** The words of Node and OpenSSL for an invalid certificate, and for a listener without TLS. */
export const tlsWords = /certificate|altname|SSL routines|wrong version number/i
