import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export type S3Objects = ReadonlyMap<string, readonly Stored[]>
type Stored = { readonly version: string; readonly bytes: Buffer | null }

/**
 * How it answers. `gone`: each connection breaks. `hanging`: not before its state changes; requests whose connection has
 * closed by then are dropped. `full` and `overQuota`: it takes no object. `slow`: after seconds, and then a few bytes at
 * a time.
 */
export type S3State = 'sound' | 'gone' | 'hanging' | 'full' | 'overQuota' | 'slow'

const slowMs = 2000
const slowPieces = 5
const slowPieceMs = 200

type Said = readonly [status: number, body: string | Buffer]
const refused = (status: number, code: string): Said => [status, `<Error><Code>${code}</Code></Error>`]

const noRoom: Partial<Record<S3State, Said>> = {
  full: refused(507, 'InsufficientStorage'),
  overQuota: refused(403, 'QuotaExceeded'),
}

type Options = {
  /** Objects on a page of a list. */
  readonly pageSize?: number
  /** The objects that it begins with: the `objects()` of another one. */
  readonly from?: S3Objects
  /** Called for each object that is put. */
  readonly onPut?: (key: string, bytes: Buffer) => void
}

/**
 * The part of S3 that we use, for tests: objects with all their versions, by default in pages of two. It takes requests
 * of one access key and region, as the signature names them. `answers`: a status for every request, instead of the
 * work.
 */
export const openS3Double = async (
  bucket: string,
  keyId: string,
  region: string,
  { pageSize = 2, from = new Map(), onPut = () => undefined }: Options = {},
) => {
  const objects = new Map<string, readonly Stored[]>(from)
  let answers: number | null = null
  let count = objects.size
  const answering = openAnswering()

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
    const list = query.has('versions') ? listVersions : listObjects
    if (key === '') return [200, list(objects, query, pageSize)]
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
    if (request.method === 'PUT' && noRoom[answering.state()]) return noRoom[answering.state()] as Said
    if (request.method === 'GET') return read(key, query)
    if (request.method === 'PUT') {
      onPut(key, body)
      store(key, body)
    } else remove(key, query.get('versionId'))
    return [200, '']
  }

  const server = createServer((request, response) => {
    answering.tell(response, () => answer(request)).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every version of every object, also those that have been replaced. */
    versions: () => [...objects].flatMap(([key, stored]) => stored.map(({ bytes }) => ({ key, bytes }))),
    /** What it has now; later requests do not change this. */
    objects: (): S3Objects => new Map(objects),
    setState: answering.setState,
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

/** Answers as its state says. The state when an answer begins decides how it goes. */
const openAnswering = () => {
  let state: S3State = 'sound'
  let changed = Promise.withResolvers<void>()
  return {
    state: () => state,
    setState(next: S3State): void {
      state = next
      changed.resolve()
      changed = Promise.withResolvers()
    },
    async tell(response: ServerResponse, answer: () => Promise<Said>): Promise<void> {
      while (state === 'hanging') await changed.promise
      if (response.closed) return
      if (state === 'gone') return void response.destroy()
      const isSlow = state === 'slow'
      if (isSlow) await pause(slowMs)
      const [status, said] = await answer()
      response.writeHead(status)
      if (isSlow) await trickle(response, Buffer.from(said))
      response.end(isSlow ? undefined : said)
    },
  }
}

const trickle = async (response: ServerResponse, bytes: Buffer): Promise<void> => {
  const piece = Math.ceil(bytes.length / slowPieces)
  for (let at = 0; at < bytes.length; at += piece) {
    response.write(bytes.subarray(at, at + piece))
    await pause(slowPieceMs)
  }
}

const begins = (objects: S3Objects, query: URLSearchParams) =>
  [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()

const listObjects = (objects: S3Objects, query: URLSearchParams, pageSize: number): string => {
  const after = query.get('continuation-token') ?? ''
  const keys = begins(objects, query).filter((key) => objects.get(key)?.[0]?.bytes && key > after)
  const page = keys.slice(0, pageSize)
  const more = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return `<ListBucketResult><IsTruncated>${keys.length > pageSize}</IsTruncated>${more}${contents}</ListBucketResult>`
}

const listVersions = (objects: S3Objects, query: URLSearchParams, pageSize: number): string => {
  const all = begins(objects, query).flatMap((key) => (objects.get(key) ?? []).map((one) => ({ key, ...one })))
  const from = all.findIndex(
    ({ key, version }) => key === query.get('key-marker') && version === query.get('version-id-marker'),
  )
  const page = all.slice(from + 1, from + 1 + pageSize)
  const [last, isMore] = [page.at(-1), all.length > from + 1 + pageSize]
  const marker = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.version}</NextVersionIdMarker>`
  const shown = page.map(({ key, version, bytes }) => {
    const kind = bytes ? 'Version' : 'DeleteMarker'
    return `<${kind}><Key>${key}</Key><VersionId>${version}</VersionId></${kind}>`
  })
  return `<ListVersionsResult><IsTruncated>${isMore}</IsTruncated>${isMore ? marker : ''}${shown.join('')}</ListVersionsResult>`
}
