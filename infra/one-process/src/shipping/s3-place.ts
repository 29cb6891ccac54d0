import { AwsClient } from 'aws4fetch'
import { type Place, PlaceTrouble } from './place.ts'

export type S3Address = {
  /** `https://s3.eu-west-1.amazonaws.com`, or that of another store with the same protocol. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Precedes every name: empty, or with a slash at its end. */
  readonly prefix: string
  readonly keyId: string
  readonly secret: string
}

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

/** Whether it is `s3://bucket` or `s3://bucket/prefix`. */
export const isBucket = (to: string): boolean => bucketPattern.test(to)

/** @param to for which `isBucket` is true */
export const bucketIn = (to: string): Pick<S3Address, 'bucket' | 'prefix'> => {
  const [, bucket = '', prefix = ''] = bucketPattern.exec(to) ?? []
  const folders = prefix.replace(/^\/+|\/+$/g, '')
  return { bucket, prefix: folders === '' ? '' : `${folders}/` }
}

/** An object of 8 MB passes in that time at 70 kB a second. A socket that hangs is given up. */
const answerTimeoutMs = 120_000
/** A day has up to 60,000 objects. */
const deletesAtOnce = 16

type Version = { readonly name: string; readonly version: string | null }

/**
 * A bucket as a place, by path (`endpoint/bucket/name`), which every store with this protocol takes.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html
 */
export const openS3Place = ({ endpoint, region, bucket, prefix, keyId, secret }: S3Address): Place => {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 })
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const ask = async (method: string, path: string, body?: Buffer): Promise<Response> => {
    const answer = await client
      .fetch(`${root}${path}`, {
        method,
        ...(body ? { body: new Uint8Array(body) } : {}),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      .catch((error) => {
        throw new PlaceTrouble('away', `${endpoint} can't be reached`, error)
      })
    if (answer.ok || answer.status === 404) return answer
    throw toTrouble(endpoint, answer.status, errorCode(await answer.text()))
  }
  const required = async (method: string, path: string, body?: Buffer): Promise<string> => {
    const answer = await ask(method, path, body)
    if (answer.status === 404) throw new PlaceTrouble('refused', `there is no bucket ${bucket} at ${endpoint}`)
    return answer.text()
  }
  const toPath = (name: string) => `/${prefix}${name}`
  const ours = (key: string) => key.slice(prefix.length)

  /** Whole pages, until there is no more. */
  async function* pages(query: Record<string, string>, next: (page: string) => Record<string, string>) {
    for (let more: Record<string, string> = {}; ; ) {
      const page = await required('GET', `?${new URLSearchParams({ ...query, ...more })}`)
      yield page
      if (textIn(page, 'IsTruncated') !== 'true') return
      more = next(page)
    }
  }
  const list = async (begin: string): Promise<string[]> => {
    const names: string[] = []
    const next = (page: string) => ({ 'continuation-token': textIn(page, 'NextContinuationToken') })
    for await (const page of pages({ 'list-type': '2', prefix: prefix + begin }, next))
      names.push(...textsIn(page, 'Key').map(ours))
    return names.sort()
  }
  /** Marks of deletion too. A store without versions lists each object once, with `null`. */
  const versions = async (begin: string): Promise<Version[]> => {
    const found: Version[] = []
    const next = (page: string) => ({
      'key-marker': textIn(page, 'NextKeyMarker'),
      'version-id-marker': textIn(page, 'NextVersionIdMarker'),
    })
    for await (const page of pages({ versions: '', prefix: prefix + begin }, next))
      for (const [, , one = ''] of page.matchAll(/<(Version|DeleteMarker)>(.*?)<\/\1>/gs))
        found.push({ name: ours(textIn(one, 'Key')), version: textIn(one, 'VersionId') || null })
    return found
  }

  return {
    list,
    async get(name) {
      const answer = await ask('GET', toPath(name))
      return answer.status === 404 ? null : Buffer.from(await answer.arrayBuffer())
    },
    put: async (name, bytes) => void (await required('PUT', toPath(name), bytes)),
    async remove(begin, keeps) {
      const gone = (await versions(begin)).filter(({ name }) => !keeps(name))
      const toQuery = (version: string | null) =>
        version === null ? '' : `?${new URLSearchParams({ versionId: version })}`
      for (let at = 0; at < gone.length; at += deletesAtOnce)
        await Promise.all(
          gone
            .slice(at, at + deletesAtOnce)
            .map(({ name, version }) => ask('DELETE', `${toPath(name)}${toQuery(version)}`)),
        )
    },
  }
}

/** Our names need no unescaping; tokens of the store may. */
const textsIn = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text = '']) => unescaped(text))
const textIn = (xml: string, element: string): string => textsIn(xml, element)[0] ?? ''
const errorCode = (xml: string): string => textIn(xml, 'Code')

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')

const fullCodes: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])

const toTrouble = (endpoint: string, status: number, code: string): PlaceTrouble => {
  const told = `${endpoint} answers ${status}${code && ` ${code}`}`
  if (status === 507 || fullCodes.has(code)) return new PlaceTrouble('full', told)
  if (status === 429 || (status === 503 && code === 'SlowDown')) return new PlaceTrouble('slow', told)
  return new PlaceTrouble(status >= 500 ? 'away' : 'refused', told)
}
