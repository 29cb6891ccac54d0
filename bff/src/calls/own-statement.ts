import { dayInWords, formatKsh, getEatDay, Refused, timeInWords } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { languageIn } from '../door/language.ts'
import { type CallContext, toUser } from '../door/policy.ts'
import { buildCsv, eatTime } from './csv.ts'
import type { StatementPaper } from './statement-pdf.ts'
import { openStatement, type StatementRow } from './statement-rows.ts'
import { type StatementWords, statementWordsIn } from './statement-words.ts'

/** Some 75 pages, which a thread draws in a second. */
const maxPdfLines = 2000
const linesAtOnce = 500
/** So many lines count as one label against the account's limit of papers. */
const linesAsOne = 4

type Days = { readonly from: string; readonly to: string }
type Language = Parameters<typeof statementWordsIn>[0]

/** What Tuma collected for a sender and paid out, as a file. */
export const ownStatementCalls = ({ api, services, papers, settings, environment }: Dependencies) => {
  const open = (context: CallContext, { from, to }: Days) => {
    const language = languageIn(context.headers) ?? 'en'
    const words = statementWordsIn(language)
    const readPage = openStatement(services, { accountId: toUser(context)._id, from, to })
    return { language, words, readPage, name: `${words('statement.file')}_${from}_${to}` }
  }
  const readLines = async (readPage: ReturnType<typeof openStatement>): Promise<StatementRow[]> => {
    const lines: StatementRow[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage({ limit: linesAtOnce, cursor })
      lines.push(...page.rows)
      if (lines.length > maxPdfLines) throw new Refused('statement_long')
      cursor = page.next
    } while (cursor !== null)
    return lines
  }

  return {
    statementCsv: api.money.statementCsv.handler(({ input, context }) => {
      const { words, readPage, name } = open(context, input)
      return buildCsv(context, `${name}.csv`, columnsIn(words), readPage)
    }),
    statementPdf: api.money.statementPdf.handler(async ({ input, context }) => {
      await papers.count(context)
      const { language, words, readPage, name } = open(context, input)
      const lines = await readLines(readPage)
      await papers.count(context, Math.floor(lines.length / linesAsOne))
      const now = environment.now()
      const paper = toPaper(lines, { ...input, language, words, name: toUser(context).name, now })
      const pdf = await papers.drawPdf({ ...paper, publicUrl: settings.PUBLIC_URL }, now)
      context.resHeaders.set('content-disposition', `attachment; filename="${name}.pdf"`)
      return new File([pdf], `${name}.pdf`, { type: 'application/pdf' })
    }),
  }
}

const getWhat = (words: StatementWords, { move }: StatementRow): string =>
  words(move === 'before' ? 'statement.before' : `statement.move.${move}`)

const columnsIn = (words: StatementWords): { readonly [title: string]: (row: StatementRow) => string | number } => ({
  [words('statement.date')]: ({ at }) => eatTime(at),
  [words('statement.what')]: (row) => getWhat(words, row),
  [words('statement.parcel')]: ({ parcel }) => parcel?.trackingId ?? '',
  [words('statement.receiver')]: ({ parcel }) => parcel?.receiver ?? '',
  [words('statement.product')]: ({ parcel }) => parcel?.productPrice ?? '',
  [words('statement.fee')]: ({ parcel }) => parcel?.deliveryFee ?? '',
  [words('statement.how')]: ({ how }) => (how ? words(`money.how.${how}`) : ''),
  [words('statement.state')]: ({ state }) => (state ? words(`money.state.${state}`) : ''),
  [words('statement.paidOn')]: ({ paidOut }) => (paidOut ? eatTime(paidOut.at) : ''),
  [words('statement.code')]: ({ paidOut }) => paidOut?.reference ?? '',
  [words('statement.yours')]: ({ move, cents }) => (move === 'before' ? '' : cents / 100),
  [words('statement.balance')]: ({ balance }) => balance / 100,
})

type Printed = Days & {
  readonly language: Language
  readonly words: StatementWords
  readonly name: string
  readonly now: string
}

/** In the sentences and figures that are printed, so that the drawing knows no words. */
const toPaper = (
  lines: readonly StatementRow[],
  { from, to, language, words, name, now }: Printed,
): StatementPaper => ({
  kind: 'statement',
  title: words('statement.title'),
  name,
  days: `${dayInWords(from, language)} – ${dayInWords(to, language)}`,
  sums: toSums(lines, words, {
    before: words('statement.sum.before', { day: dayInWords(from, language) }),
    // A day that has not ended may still bring money.
    after:
      to < getEatDay(now)
        ? words('statement.sum.after', { day: dayInWords(to, language) })
        : words('statement.sum.now'),
  }),
  headings: {
    day: words('statement.date'),
    what: words('statement.what'),
    how: `${words('statement.how')} · ${words('statement.paidOn')}`,
    yours: words('statement.yours'),
    balance: words('statement.balance'),
  },
  lines: lines.filter(({ move }) => move !== 'before').map((line) => toLine(line, words, language)),
  none: words('statement.none'),
  foot: [
    words('statement.amounts'),
    words('statement.printed', { when: `${dayInWords(now, language)} ${timeInWords(now)}` }),
  ].join(' '),
  pages: words('statement.page', { page: '{{page}}', pages: '{{pages}}' }),
})

const toSums = (
  lines: readonly StatementRow[],
  words: StatementWords,
  ends: { readonly before: string; readonly after: string },
): StatementPaper['sums'] => {
  const sum = (move: StatementRow['move']) =>
    lines.reduce((all, line) => all + (line.move === move ? line.cents : 0), 0)
  return [
    [ends.before, formatKsh((lines[0]?.balance ?? 0) / 100)],
    [words('statement.sum.collected'), formatKsh(sum('collected') / 100)],
    [words('statement.sum.taken_back'), formatKsh(sum('taken_back') / 100)],
    [words('statement.sum.paid_out'), formatKsh(sum('paid_out') / 100)],
    [ends.after, formatKsh((lines.at(-1)?.balance ?? 0) / 100)],
  ]
}

const inFigures = (cents: number): string => formatKsh(cents / 100).replace('Ksh ', '')

const toLine = (line: StatementRow, words: StatementWords, language: Language): StatementPaper['lines'][number] => {
  const { at, parcel, how, paidOut, cents, balance } = line
  const { receiver, productPrice, deliveryFee } = parcel ?? {}
  const sums =
    productPrice === undefined || deliveryFee === undefined
      ? []
      : [
          `${words('statement.product')} ${inFigures(productPrice * 100)}`,
          `${words('statement.fee')} ${inFigures(deliveryFee * 100)}`,
        ]
  const byMpesa = line.move === 'paid_out' ? (paidOut?.reference ?? '') : ''
  return {
    day: dayInWords(at, language),
    what: [getWhat(words, line), parcel?.trackingId ?? ''].filter(Boolean).join('  '),
    about: [receiver ?? '', ...sums].filter(Boolean).join(' · '),
    how: how ? words(`money.how.${how}`) : byMpesa,
    became: toBecame(line, words, language),
    yours: inFigures(cents),
    balance: inFigures(balance),
  }
}

/** When and by which receipt the money of a parcel was paid out, or why it was not yet. */
const toBecame = ({ move, state, paidOut }: StatementRow, words: StatementWords, language: Language): string => {
  if (move !== 'collected' || state === null) return ''
  return paidOut ? `${dayInWords(paidOut.at, language)} · ${paidOut.reference}` : words(`money.state.${state}`)
}
