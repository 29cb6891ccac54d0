import { createHash } from 'node:crypto'
import type { Statement, StatementPreview } from '@tuma/contracts/api'
import type { PaymentClient, StatementAbout, StatementFindings, StatementHead } from '@tuma/contracts/services'
import { Refused, statementBytesMost } from '@tuma/contracts/vocabulary'
import { takesItsTime } from '@tuma/platform/runtime'
import type { Request, RequestHandler } from 'express'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { parcelsOf } from './parcels-of.ts'
import { answerRows, pageOf } from './rows.ts'
import { linesOf } from './statement-file.ts'

/** As many lines as a head and what stands above it may take. */
const headMost = 40
const rowsAtOnce = 500
const charactersAtOnce = 300_000
/** So many pages are on their way to payment while the next is read. */
const pagesAtOnce = 4
/** Each holds some of the file in memory, and none of them a place that others wait for. */
const filesAtOnce = 4

const filePath = /^\/admin\/statements\/?$/

/** Of a file that is read as it comes, by the call that takes it: no reader of bodies may have had it. */
export const isStatementFile: (request: Parameters<RequestHandler>[0]) => boolean = (request) =>
  request.method === 'POST' && filePath.test(request.path) && Boolean(request.is('text/csv'))

/** In the place of a body that was read. Whoever is refused halfway hears it: the connection stays. */
export const takeStatementFile: RequestHandler = (request, _response, next) => {
  if (Number(request.headers['content-length']) > statementBytesMost) throw new Refused('statement_too_large')
  request.body = { file: unhurried(request) }
  next()
}

/** For minutes, on a slow line; who may not send it is told so before it is read. */
async function* unhurried(request: Request): AsyncGenerator<Uint8Array> {
  takesItsTime(request)
  yield* request.iterator({ destroyOnReturn: false })
}

export const statementCalls = ({ api, asBuilt, services: { payment, delivery }, asked }: Dependencies) => {
  const inTurn = openPlaces(filesAtOnce)
  return {
    upload: asBuilt.statements.upload.handler(({ input: { file }, context }) =>
      inTurn(async () => {
        const { requestId: correlationId } = context
        const { fileHash, head, pageIds } = await keepRows(payment, file, correlationId)
        return shownOf(
          await payment.statementRead({ asked: asked(context, { fileHash }), fileHash, head, pageIds: [...pageIds] }),
        )
      }),
    ),
    list: asBuilt.statements.list.handler(async ({ input, context }) => {
      const page = await payment.statements(pageOf(input))
      return answerRows(context, { ...page, rows: page.rows.map(shownOf) })
    }),
    preview: asBuilt.statements.preview.handler(async ({ input: { id: statementId } }) =>
      previewOf(await payment.statementFindings({ statementId })),
    ),
    commit: asBuilt.statements.commit.handler(async ({ input, context }) => {
      const { id: statementId, isOurs = false } = input
      return shownOf(await payment.commitStatement({ asked: asked(context, input), statementId, isOurs }))
    }),
    differences: asBuilt.statements.differences.handler(async ({ input: { tab, ...paging }, context }) => {
      const page = await payment.differences({ tab, ...pageOf(paging) })
      const parcelOf = await parcelsOf(
        delivery,
        page.rows.map(({ usedBy }) => usedBy),
      )
      const rows = page.rows.map(({ differenceId: _id, receipt, cents, at, senderName, told, usedBy }) => ({
        ...{ _id, receipt, cents, at, senderName, told },
        ...parcelOf(usedBy),
      }))
      return answerRows(context, { ...page, rows })
    }),
    differenceCounts: api.statements.differenceCounts.handler(() => payment.differenceCounts()),
    explain: asBuilt.statements.explain.handler(async ({ input, context }: Explained) => {
      const { id, reason } = input
      const { differenceId } = await payment.explainDifference({
        asked: asked(context, input),
        differenceId: id,
        reason,
      })
      return { _id: differenceId }
    }),
  }
}

type Explained = { readonly input: { readonly id: string; readonly reason: string }; readonly context: CallContext }

/** @throws Refused busy */
const openPlaces = (most: number) => {
  let taken = 0
  return async <Done>(job: () => Promise<Done>): Promise<Done> => {
    if (taken >= most) throw new Refused('busy')
    taken += 1
    try {
      return await job()
    } finally {
      taken -= 1
    }
  }
}

type Rows = Pick<PaymentClient, 'statementHead' | 'statementPage'>

/** All of the file, page by page, is kept by what it says; nothing follows from that. */
const keepRows = async (payment: Rows, file: AsyncIterable<Uint8Array>, correlationId: string) => {
  const hash = createHash('sha256')
  const above: string[][] = []
  let head: StatementHead | null = null
  let rows: string[][] = []
  let characters = 0
  const pages = openPages((page, at) =>
    keepPage(payment, { head: head as StatementHead, rows: page, correlationId }, at),
  )
  const add = async (cells: string[]) => {
    rows.push(cells)
    characters += cells.reduce((all, cell) => all + cell.length, 0)
    if (rows.length < rowsAtOnce && characters < charactersAtOnce) return
    await pages.add(rows)
    rows = []
    characters = 0
  }
  const findHead = async () => {
    const found = await payment.statementHead({ lines: above })
    if (!found) throw new Refused('statement_unknown')
    head = found.head
    for (const cells of above.slice(found.rowsFrom)) await add(cells)
  }
  for await (const cells of linesOf(file, (piece) => hash.update(piece))) {
    if (head) await add(cells)
    else if (above.push(cells) === headMost) await findHead()
  }
  if (!head) await findHead()
  if (rows.length > 0) await pages.add(rows)
  return { fileHash: hash.digest('hex'), head: head as unknown as StatementHead, pageIds: await pages.all() }
}

type PageOf = Parameters<PaymentClient['statementPage']>[0]

/** @param at number of its first row. A row that is cut short is the file's end, or the file is none of M-Pesa's. */
const keepPage = async (payment: Rows, page: PageOf, at: number): Promise<string | null> => {
  const kept = await payment.statementPage(page)
  if (kept.read) return kept.pageId
  const isLast = kept.row === page.rows.length - 1
  throw new Refused(kept.cut && isLast ? 'statement_cut' : 'statement_row', { row: at + kept.row + 1 })
}

/** In the order of the file, some of them on their way at a time. */
const openPages = (keep: (rows: string[][], at: number) => Promise<string | null>) => {
  const kept: Promise<string | null>[] = []
  let count = 0
  return {
    async add(rows: string[][]): Promise<void> {
      const page = keep(rows, count)
      // Whoever waits for it hears.
      page.catch(() => undefined)
      count += rows.length
      kept.push(page)
      await kept.at(-pagesAtOnce)
    },
    all: async (): Promise<string[]> => (await Promise.all(kept)).filter((pageId) => pageId !== null),
  }
}

const shownOf = ({ statementId: _id, ...about }: StatementAbout): Statement => ({
  _id,
  state: about.state,
  readAt: about.readAt,
  from: about.from,
  to: about.to,
  rows: about.rows,
  applied: about.applied,
  shortCode: about.shortCode,
  confirm: about.confirm,
})

const previewOf = (found: StatementFindings): StatementPreview => ({
  ...shownOf(found),
  matched: found.matched,
  newMoney: found.newMoney,
  missing: found.missing,
  differs: found.differs,
  reversals: found.reversals,
  failedShown: found.failedShown,
  unclear: found.unclear,
  charges: found.charges,
  settled: found.settled,
  failed: found.failed,
  gaps: found.gaps,
  opening: found.opening,
  closing: found.closing,
})
