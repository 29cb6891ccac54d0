import { constants, publicEncrypt, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The operator of Safaricom's portal in whose name we ask about a payment. */
export type Initiator = {
  readonly name: string
  readonly password: string
  readonly certificate: X509Certificate
}

/**
 * @param said a file, or the certificate itself. @returns the sentence that follows the setting's name where it is no
 * certificate
 */
export const readCertificate = (said: string): X509Certificate | { readonly wrong: string } => {
  try {
    const text = said.startsWith('-----BEGIN') ? said : readFileSync(said)
    const certificate = new X509Certificate(text)
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate : { wrong: 'must have an RSA key' }
  } catch (error) {
    const missing = error instanceof Error && 'syscall' in error
    return { wrong: missing ? 'names a file that can not be read' : 'must be a certificate, as Safaricom publishes it' }
  }
}

/** Safaricom wants the older padding. The result differs for each question. */
export const securityCredential = ({ password, certificate }: Initiator): string =>
  publicEncrypt({ key: certificate.publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  )
