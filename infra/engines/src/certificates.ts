import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../../kubernetes/engines/make-certificates.sh')

/**
 * The certificates that compose and the manifests give the engines, also valid for this machine's address. `tls.pem`
 * and `ca.crt` are in `of(engine)`.
 */
export type Certificates = {
  /** The authority's PEM, and its file. */
  readonly authority: string
  readonly authorityFile: string
  of(engine: 'kafka' | 'mongodb' | 'redis'): string
  close(): Promise<void>
}

/** Makes them as an installation does. */
export const makeCertificates = async (): Promise<Certificates> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-certificates-'))
  await promisify(execFile)('sh', [script, folder])
  const authorityFile = join(folder, 'ca/ca.crt')
  return {
    authority: await readFile(authorityFile, 'utf8'),
    authorityFile,
    of: (engine) => join(folder, engine),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
