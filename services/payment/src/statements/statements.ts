import { type CommandContext, getTrace, type StatementAbout, type StatementFindings } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import {
  assumeNewStream,
  fold,
  type KeyedHash,
  metadataFrom,
  type Recorded,
  type Streams,
} from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import {
  type KeptRow,
  page,
  pageStream,
  readsOtherwise,
  type Statement,
  type StatementEvent,
  statement,
  statementStream,
} from '../domain/statement/statement.ts'
import { readFileName } from '../domain/statement/statement-file-name.ts'
import { readHead, type StatementHead } from '../domain/statement/statement-head.ts'
import { readRow, type ToldRow } from '../domain/statement/statement-row.ts'
import type { StatedRow, StatementRow } from '../domain/statement/statement-views.ts'
import type { TillRow } from '../domain/statement/till-rows-view.ts'
import { hashedWords } from '../payer.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { readRulings } from './row-kinds.ts'
import { findingsIn } from './statement-findings.ts'
import { readWhole } from './statement-pages.ts'

export type StatementDeps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly hash: KeyedHash
  readonly environment: Environment
  readonly stated: Collection<StatedRow>
  readonly statements: Collection<StatementRow>
  readonly tillRows: Collection<TillRow>
  /** The short codes of Daraja's settings, which are all of ours. Empty without Daraja. */
  readonly ourCodes: readonly string[]
  /** The till that people are shown; a statement may name its store instead. */
  readonly tillNumber: string | null
}

type Rows = {
  readonly head: StatementHead
  readonly rows: readonly (readonly string[])[]
  readonly correlationId: string
}
type Read = {
  readonly asked: CommandContext
  readonly fileHash: string
  readonly head: StatementHead
  readonly pageIds: readonly string[]
  /** The name that the sender gave it. */
  readonly fileName: string | null
}

type Commit = {
  readonly asked: CommandContext
  readonly statementId: string
  readonly isOurs: boolean
  /** The short code in the file's name, where the admin confirmed it. */
  readonly shortCode: string | null
}

/** A file of the till's movements, from its first line until an admin commits it. */
export const statements = (deps: StatementDeps) => {
  const { streams, hash, environment, stated, tillRows } = deps
  const handle = streams.getHandler(statement)
  const said = openOurCodes(deps)
  const buildMetadata = (asked: CommandContext) =>
    metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
  const stands = async (statementId: string): Promise<Statement> => {
    const past = (await streams.read(statementStream(statementId))) as Recorded<StatementEvent>[]
    const found = fold(statement, past)
    if (!found) throw new Refused('not_found')
    return found
  }
  const aboutIt = async (statementId: string): Promise<StatementAbout> => {
    const found = await stands(statementId)
    const ours = await said.known()
    return getAbout({ ...found, statementId, pages: found.pageIds.length }, ours)
  }

  return {
    async head(lines: readonly (readonly string[])[]) {
      const read = readHead(lines)
      if (read) await said.assertMaybeOurs(read.head)
      return read
    },

    page: keepingPages(deps),

    async read({ asked, fileHash, head: { shortCode, account }, pageIds, fileName }: Read): Promise<StatementAbout> {
      const statementId = hash('statement', fileHash)
      const whole = await readWhole(streams, hash, pageIds)
      if (!whole) throw new Refused('statement_empty')
      const metadata = buildMetadata(asked)
      const proposal = fileName === null ? null : readFileName(fileName)
      const command = { type: 'ReadStatement' as const, ...whole, shortCode, account, proposal, at: metadata.at }
      await handle(statementStream(statementId), command, metadata)
      return aboutIt(statementId)
    },

    async list({ limit, cursor }: { readonly limit: number; readonly cursor: string | null }) {
      const ours = await said.known()
      const { documents, next } = await deps.statements.find({ limit, after: cursor })
      const { count: total, more } = await deps.statements.countUpTo(1000)
      return { rows: documents.map((row) => getAbout(row, ours)), next, total, more }
    },

    async findings(statementId: string): Promise<StatementFindings> {
      const statement = await stands(statementId)
      const rulings = await readRulings(streams, statement.unknownKinds)
      const found = await findingsIn({ streams, stated, tillRows, hash }, statement, rulings)
      const kinds = statement.unknownKinds.map(({ kindId, ...kind }) => ({
        ...{ kindId, ...kind },
        as: rulings.find((one) => one.kindId === kindId)?.as ?? null,
      }))
      return { ...(await aboutIt(statementId)), ...found, kinds, again: readsOtherwise(statement, rulings) }
    },

    async commit({ asked, statementId, isOurs, shortCode }: Commit) {
      const { state, ...about } = await aboutIt(statementId)
      if (state === 'read') await said.assertMaybeOurs({ shortCode: about.shortCode ?? shortCode })
      const isProposed = shortCode === null || about.proposal?.shortCode === shortCode
      if (about.confirm && !(isOurs && isProposed)) throw new Refused('statement_unconfirmed')
      const metadata = buildMetadata(asked)
      const rulings = await readRulings(streams, (await stands(statementId)).unknownKinds)
      const { confirm: confirmed } = about
      const command = { type: 'CommitStatement' as const, confirmed, shortCode, rulings, at: metadata.at }
      await handle(statementStream(statementId), command, metadata)
      return aboutIt(statementId)
    },
  }
}

const keepingPages = ({ streams, hash, environment }: Pick<StatementDeps, 'streams' | 'hash' | 'environment'>) => {
  const keep = streams.createRecorder(page)
  return async ({ head, rows, correlationId }: Rows) => {
    const kept: KeptRow[] = []
    for (const [row, cells] of rows.entries()) {
      const told = readRow(cells, head)
      if (told === 'cut' || told === 'unreadable') return { read: false as const, row, cut: told === 'cut' }
      if (told !== 'blank') kept.push(getKept(told, hash))
    }
    if (kept.length === 0) return { read: true as const, pageId: null }
    const at = environment.now()
    const pageId = hash('page of a statement', kept)
    const actor = { kind: 'system', name: 'statement' }
    const metadata = { at, commandId: pageId, correlationId, causationId: correlationId, actor }
    await keep(pageStream(pageId), { type: 'KeepPage', rows: kept, at }, metadata, assumeNewStream(page))
    return { read: true as const, pageId }
  }
}

const getKept = ({ payerName, phoneEnd, ...told }: ToldRow, hash: KeyedHash): KeptRow => ({
  ...told,
  payerNames: payerName === null ? [] : hashedWords(payerName, hash),
  payerPhoneEnd: phoneEnd === null ? null : hash('end of a phone', phoneEnd),
})

type About = Pick<
  StatementRow,
  'statementId' | 'state' | 'readAt' | 'from' | 'to' | 'rows' | 'pages' | 'applied' | 'shortCode' | 'proposal'
>

const getAbout = (
  { statementId, state, readAt, from, to, rows, pages, applied, shortCode, proposal }: About,
  ours: readonly string[],
): StatementAbout => ({
  ...{ statementId, state, readAt, from, to, rows, shortCode, proposal },
  applied: state === 'applied' ? rows : Math.floor((rows * applied) / Math.max(1, pages)),
  confirm: state === 'read' && (shortCode === null || !ours.includes(shortCode)),
})

/**
 * Our short codes: those in the settings, and those that an admin has confirmed. Without any, a statement of every
 * short code is read, and the admin who commits it says that it is ours.
 */
const openOurCodes = ({
  statements,
  ourCodes,
  tillNumber,
}: Pick<StatementDeps, 'statements' | 'ourCodes' | 'tillNumber'>) => {
  const sure = async (): Promise<string[]> => {
    const taken = await Array.fromAsync(everyDocument(statements, { where: { state: ['committed', 'applied'] } }))
    return [...ourCodes, ...taken.flatMap(({ confirmed, shortCode }) => (confirmed && shortCode ? [shortCode] : []))]
  }
  const known = async () => [...(await sure()), ...(tillNumber === null ? [] : [tillNumber])]
  return {
    known,
    /** @throws Refused statement_other_till */
    async assertMaybeOurs({ shortCode }: { readonly shortCode: string | null }): Promise<void> {
      if (shortCode === null || shortCode === tillNumber) return
      const ours = await sure()
      if (ours.length > 0 && !ours.includes(shortCode)) throw new Refused('statement_other_till')
    },
  }
}
