import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Stored = { readonly version: string; readonly bytes: Buffer | null }

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
  const begins = (query: URLSearchParams) =>
    [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()

  const listObjects = (query: URLSearchParams): string => {
    const after = query.get('continuation-token') ?? ''
    const keys = begins(query).filter((key) => objects.get(key)?.[0]?.bytes && key > after)
    const page = keys.slice(0, 2)
    const more = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return `<ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${more}${contents}</ListBucketResult>`
  }
  const listVersions = (query: URLSearchParams): string => {
    const all = begins(query).flatMap((key) => (objects.get(key) ?? []).map((one) => ({ key, ...one })))
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
  const isSigned = ({ headers }: IncomingMessage): boolean =>
    new RegExp(`^AWS4-HMAC-SHA256 Credential=${keyId}/\\d{8}/${region}/s3/aws4_request, SignedHeaders=.+, Signature=[0-9a-f]{64}$`).test(
      headers.authorization ?? '',
    )
  const say = (response: ServerResponse, status: number, body: string | Buffer = ''): void => {
    response.writeHead(status).end(body)
  }
  const refuse = (response: ServerResponse, status: number, code: string): void =>
    say(response, status, `<Error><Code>${code}</Code></Error>`)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const body = await buffer(request)
    if (answers !== null) return refuse(response, answers, answers === 507 ? 'InsufficientStorage' : 'InternalError')
    if (!isSigned(request)) return refuse(response, 403, 'AccessDenied')
    const [, named, ...path] = decodeURIComponent(pathname).split('/')
    const key = path.join('/')
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (key === '') return say(response, 200, query.has('versions') ? listVersions(query) : listObjects(query))
    if (request.method === 'PUT') {
      store(key, body)
      return say(response, 200)
    }
    if (request.method === 'DELETE') {
      const left = (objects.get(key) ?? []).filter(({ version }) => version !== query.get('versionId'))
      if (query.has('versionId')) left.length > 0 ? objects.set(key, left) : objects.delete(key)
      else store(key, null)
      return say(response, 204)
    }
    const found = objects.get(key)?.[0]?.bytes
    return found ? say(response, 200, found) : refuse(response, 404, 'NoSuchKey')
  }

  const server = createServer((request, response) => void answer(request, response))
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
