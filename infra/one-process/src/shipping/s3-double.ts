import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Objects = ReadonlyMap<string, readonly Stored[]>
type Stored = { readonly version: string; readonly bytes: Buffer | null }

type Said = readonly [status: number, body: string | Buffer]
const refused = (status: number, code: string): Said => [status, `<Error><Code>${code}</Code></Error>`]

/**
 * The part of S3 that we use, for tests: objects with all their versions, in pages of two. It takes requests of one
 * access key and region, as the signature names them. `answers`: a status for every request, instead of the work.
 */
export const openS3Double = async (bucket: string, keyId: string, region: string) => {
  const objects = new Map<string, Stored[]>()
  let answers: number | null = null
  let count = 0

  const store = (key: string, bytes: Buffer | null): void => {
    count += 1
    objects.set(key, [{ version: `v${count}`, bytes }, ...(objects.get(key) ?? [])])
  }
  const remove = (key: string, version: string | null): void => {
    const left = (objects.get(key) ?? []).filter((one) => one.version !== version)
    if (version === null) store(key, null)
    else if (left.length > 0) objects.set(key, left)
    else objects.delete(key)
  }
  const isSigned = ({ headers }: IncomingMessage): boolean =>
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=${keyId}/\\d{8}/${region}/s3/aws4_request, SignedHeaders=.+, Signature=[0-9a-f]{64}$`,
    ).test(headers.authorization ?? '')
  const getRefusal = (request: IncomingMessage, named: string | undefined): Said | null => {
    if (answers !== null) return refused(answers, answers === 507 ? 'InsufficientStorage' : 'InternalError')
    if (!isSigned(request)) return refused(403, 'AccessDenied')
    return named === bucket ? null : refused(404, 'NoSuchBucket')
  }
  const read = (key: string, query: URLSearchParams): Said => {
    if (key === '') return [200, query.has('versions') ? listVersions(objects, query) : listObjects(objects, query)]
    const found = objects.get(key)?.[0]?.bytes
    return found ? [200, found] : refused(404, 'NoSuchKey')
  }
  const answer = async (request: IncomingMessage): Promise<Said> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const body = await buffer(request)
    const [, named, ...path] = decodeURIComponent(pathname).split('/')
    const key = path.join('/')
    const refusal = getRefusal(request, named)
    if (refusal) return refusal
    if (request.method === 'GET') return read(key, query)
    if (request.method === 'PUT') store(key, body)
    else remove(key, query.get('versionId'))
    return [200, '']
  }

  const server = createServer(async (request, response) => {
    const [status, said] = await answer(request)
    response.writeHead(status).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every version of every object, also those that have been replaced. */
    versions: () => [...objects].flatMap(([key, stored]) => stored.map(({ bytes }) => ({ key, bytes }))),
    answer(status: number | null) {
      answers = status
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
const begins = (objects: Objects, query: URLSearchParams) =>
  [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()

const listObjects = (objects: Objects, query: URLSearchParams): string => {
  const after = query.get('continuation-token') ?? ''
  const keys = begins(objects, query).filter((key) => objects.get(key)?.[0]?.bytes && key > after)
  const page = keys.slice(0, 2)
  const more = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return `<ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${more}${contents}</ListBucketResult>`
}

const listVersions = (objects: Objects, query: URLSearchParams): string => {
  const all = begins(objects, query).flatMap((key) => (objects.get(key) ?? []).map((one) => ({ key, ...one })))
  const from = all.findIndex(
    ({ key, version }) => key === query.get('key-marker') && version === query.get('version-id-marker'),
  )
  const page = all.slice(from + 1, from + 3)
  const [last, isMore] = [page.at(-1), all.length > from + 3]
  const marker = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.version}</NextVersionIdMarker>`
  const shown = page.map(({ key, version, bytes }) => {
    const kind = bytes ? 'Version' : 'DeleteMarker'
    return `<${kind}><Key>${key}</Key><VersionId>${version}</VersionId></${kind}>`
  })
  return `<ListVersionsResult><IsTruncated>${isMore}</IsTruncated>${isMore ? marker : ''}${shown.join('')}</ListVersionsResult>`
}
