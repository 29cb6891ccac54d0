import type { Difference, RowKindOfStatements, Statement, StatementFile, StatementPreview } from '@tuma/contracts/api'
import type { DifferenceFound, RowKindFound, StatementAbout, StatementFindings } from '@tuma/contracts/services'
import { maxStatementBytes, Refused } from '@tuma/contracts/vocabulary'
import { takesItsTime } from '@tuma/platform/runtime'
import type { Request, RequestHandler } from 'express'
import type { Dependencies, Services } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { openSpreadsheets } from '../spreadsheets/read-spreadsheet.ts'
import { accountNames } from './account-names.ts'
import { getParcels } from './parcels-of.ts'
import { answerRows, getPage } from './rows.ts'
import { keepRows } from './statement-pages.ts'

/** Each upload holds some of its file in memory, and none takes a turn of other changes. */
const filesAtOnce = 4

/** The types that browsers and scripts send for these files. The first bytes decide the format. */
const fileTypes = [
  'text/csv',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
const maxFileNameLength = 200

const filePath = /^\/admin\/statements\/?$/

/** Whether the file is read by its own call as it arrives, so that no body parser may read it. */
export const isStatementFile: (request: Parameters<RequestHandler>[0]) => boolean = (request) =>
  request.method === 'POST' && filePath.test(request.path) && Boolean(request.is(fileTypes))

/** Leaves the body unread. The connection stays open, so that a sender who is refused halfway gets the answer. */
export const takeStatementFile: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length']) > maxStatementBytes) throw new Refused('statement_too_large')
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const bytes = unhurried(request)
  const file: StatementFile = {
    name: fileNameIn(request),
    closed: gone.signal,
    [Symbol.asyncIterator]: () => bytes,
  }
  request.body = { file }
  next()
}

/** The upload may take minutes on a slow line. A sender without the right is refused before it is read. */
async function* unhurried(request: Request): AsyncGenerator<Uint8Array> {
  takesItsTime(request)
  yield* request.iterator({ destroyOnReturn: false })
}

/** Percent-encoded, because a header has no other letters. A name that can not be read proposes nothing. */
const fileNameIn = (request: Request): string | null => {
  const encoded = request.get('x-file-name')
  try {
    const name = encoded === undefined ? '' : decodeURIComponent(encoded).trim()
    return name === '' || name.length > maxFileNameLength ? null : name
  } catch {
    return null
  }
}

export const statementCalls = ({ api, asBuilt, services, toCommandContext }: Dependencies) => {
  const { payment } = services
  const inTurn = openPlaces(filesAtOnce)
  const readSpreadsheet = openSpreadsheets()
  return {
    upload: asBuilt.statements.upload.handler(({ input: { file }, context }) =>
      inTurn(async () => {
        const { requestId: correlationId } = context
        const { fileHash, head, pageIds } = await keepRows(payment, file, { correlationId, readSpreadsheet })
        const read = { asked: toCommandContext(context, { fileHash }), fileHash, head, pageIds, fileName: file.name }
        return toShown(await payment.statementRead(read))
      }),
    ),
    list: asBuilt.statements.list.handler(async ({ input, context }) => {
      const page = await payment.statements(getPage(input))
      return answerRows(context, { ...page, rows: page.rows.map(toShown) })
    }),
    preview: asBuilt.statements.preview.handler(async ({ input: { id: statementId } }) =>
      getPreview(await payment.statementFindings({ statementId })),
    ),
    commit: asBuilt.statements.commit.handler(async ({ input, context }) => {
      const { id: statementId, isOurs = false, shortCode = null } = input
      return toShown(
        await payment.commitStatement({ asked: toCommandContext(context, input), statementId, isOurs, shortCode }),
      )
    }),
    kinds: asBuilt.statements.kinds.handler(async () => (await payment.rowKinds()).map(getKind)),
    treatKind: asBuilt.statements.treatKind.handler(async ({ input, context }) =>
      getKind(await payment.treatRowKind({ asked: toCommandContext(context, input), ...input })),
    ),
    undoKind: asBuilt.statements.undoKind.handler(async ({ input, context }) => {
      const { kindId } = await payment.undoRowKind({ asked: toCommandContext(context, input), kindId: input.id })
      return { _id: kindId }
    }),
    differences: asBuilt.statements.differences.handler(async ({ input: { tab, ...paging }, context }) => {
      const page = await payment.differences({ tab, ...getPage(paging) })
      return answerRows(context, { ...page, rows: await findDifferences(services, page.rows) })
    }),
    differenceCounts: api.statements.differenceCounts.handler(() => payment.differenceCounts()),
    explain: asBuilt.statements.explain.handler(async ({ input, context }: Explained) => {
      const { id, reason } = input
      const { differenceId } = await payment.explainDifference({
        asked: toCommandContext(context, input),
        differenceId: id,
        reason,
      })
      return { _id: differenceId }
    }),
  }
}

const findDifferences = async (
  { delivery, identity }: Pick<Services, 'delivery' | 'identity'>,
  rows: readonly DifferenceFound[],
): Promise<Difference[]> => {
  const names = await accountNames(
    identity,
    rows.flatMap(({ paidOut }) => paidOut?.noted?.by ?? []),
  )
  const getParcel = await getParcels(
    delivery,
    rows.map(({ usedBy }) => usedBy),
  )
  return rows.map(({ differenceId: _id, receipt, cents, at, senderName, told, name, usedBy, paidOut }) => ({
    ...{ _id, receipt, cents, at, senderName, told, name },
    ...getParcel(usedBy),
    ...(paidOut && { paidOut: namedBy(paidOut, names) }),
  }))
}

const namedBy = (
  { noted, statedCents }: NonNullable<DifferenceFound['paidOut']>,
  names: Readonly<Record<string, string>>,
): NonNullable<Difference['paidOut']> => ({
  noted: noted && {
    ...{ of: noted.of, cents: noted.cents, at: noted.at, name: noted.name, phone: noted.phone },
    by: names[noted.by] ?? null,
  },
  statedCents,
})

type Explained = { readonly input: { readonly id: string; readonly reason: string }; readonly context: CallContext }

/** @throws Refused busy */
const openPlaces = (max: number) => {
  let taken = 0
  return async <Done>(job: () => Promise<Done>): Promise<Done> => {
    if (taken >= max) throw new Refused('busy')
    taken += 1
    try {
      return await job()
    } finally {
      taken -= 1
    }
  }
}

const toShown = ({ statementId: _id, ...about }: StatementAbout): Statement => ({
  _id,
  state: about.state,
  readAt: about.readAt,
  from: about.from,
  to: about.to,
  rows: about.rows,
  applied: about.applied,
  shortCode: about.shortCode,
  confirm: about.confirm,
  proposal: about.proposal,
})

const getKind = ({
  kindId: _id,
  name,
  direction,
  count,
  cents,
  as,
  since,
  open,
}: RowKindFound): RowKindOfStatements => ({
  ...{ _id, name, direction, count, cents, as, since, open },
})

const getPreview = (found: StatementFindings): StatementPreview => ({
  ...toShown(found),
  matched: found.matched,
  newMoney: found.newMoney,
  missing: found.missing,
  differs: found.differs,
  reversals: found.reversals,
  failedShown: found.failedShown,
  unclear: found.unclear,
  charges: found.charges,
  settled: found.settled,
  overdraft: found.overdraft,
  paidOut: found.paidOut,
  sweeps: found.sweeps,
  notOurs: found.notOurs,
  known: found.known,
  kinds: found.kinds.map(({ kindId: _id, name, direction, count, cents, as }) => ({
    ...{ _id, name, direction, count, cents, as },
  })),
  again: found.again,
  failed: found.failed,
  gaps: found.gaps,
  opening: found.opening,
  closing: found.closing,
})
