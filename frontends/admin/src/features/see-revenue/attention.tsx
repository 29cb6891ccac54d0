import type { ApiOutputs } from '@tuma/contracts/api'
import { formatKsh, paidOutTabs } from '@tuma/contracts/vocabulary'
import { ArrowRight } from '@tuma/kit/icons'
import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { Card, Skeleton } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { useFreshApprovals } from '../approve-acts/changes.ts'

type Found = ApiOutputs['operations']['attention']
type Thing = { readonly to: string; readonly says: string }

const ofParcels = ['lost', 'held', 'stuck'] as const
const ofPayments = ['doubted', 'unchecked', 'unclaimed', 'unused'] as const
const ofStatements = ['missing', 'differs', 'unclear', ...paidOutTabs] as const
const ofBooks = ['drawers', 'handOvers', 'unexplained', 'ready'] as const

const nothingYet = { found: [], money: [] }
/** Keeps the content below in its place when the usual number of things is found. */
const usualRows = 4

/** What the office should check today, each as a link to its list; one line when there is nothing. */
export const Attention = () => {
  const text = useText(texts)
  const things = useThings()
  useFreshApprovals()
  const { data, isError } = useQuery(api.operations.attention.queryOptions())
  if (isError && !data) return <Places />
  const { found, money } = data ? things(data) : nothingYet
  return (
    <Card className="mb-4 grid gap-1 py-3!">
      <h2 className="text-base">{text('attention.title')}</h2>
      {data ? null : <Skeleton rows={usualRows} />}
      {data && found.length + money.length === 0 ? <p className="text-ink-soft">{text('attention.none')}</p> : null}
      <Links to={found} />
      {money.length > 0 ? <h3 className="mt-2 text-base">{text('attention.money')}</h3> : null}
      <Links to={money} />
      <Places />
    </Card>
  )
}

/** Links to all the lists, whether anything needs attention or not. */
const Places = () => {
  const text = useText(texts)
  const places = [
    ['problems', text('attention.problems')],
    ['payments', text('payments.title')],
    ['books', text('books.title')],
    ['approvals', text('attention.allApprovals')],
    ['audit', text('audit.look')],
    ['system', text('system.title')],
  ] as const
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 border-line border-t pt-1">
      {places.map(([place, name]) => (
        <Link
          key={place}
          to={`/Admin/${place}`}
          className="inline-flex min-h-11 min-w-11 items-center text-sm underline"
        >
          {name}
        </Link>
      ))}
    </p>
  )
}

const Links = ({ to: things }: { to: readonly Thing[] }) =>
  things.length === 0 ? null : (
    <ul className="grid gap-x-6 md:grid-cols-2">
      {things.map(({ to, says }) => (
        <li key={to} className="border-line max-md:not-first:border-t">
          <Link
            to={to}
            className="flex min-h-11 items-center justify-between gap-3 py-2 leading-snug font-semibold underline"
          >
            {says}
            <ArrowRight size={18} aria-hidden className="flex-none" />
          </Link>
        </li>
      ))}
    </ul>
  )

/** Leaves out kinds whose count is zero or not known. */
const useThings = () => {
  const text = useText(texts)
  const many = ({ count, more }: { count: number; more: boolean }) => (more ? `${count}+` : String(count))
  const some = (
    all: readonly { count?: number | null | undefined; to: string; says?: string | number | null | undefined }[],
  ) => all.flatMap(({ count, to, says }): Thing[] => (count && says ? [{ to, says: String(says) }] : []))
  /** For one list with tabs; `hash` names the list if it is not at the top of its screen. */
  const tabs = <Tab extends (typeof ofPayments | typeof ofStatements | typeof ofBooks)[number]>(
    list: string,
    names: readonly Tab[],
    counts: Readonly<Record<Tab, { count: number; more: boolean }>> | null | undefined,
    hash = '',
  ) =>
    names.map((tab) => {
      const found = counts?.[tab]
      const says = found && text(`attention.${tab}`, { count: found.count, many: many(found) })
      return { count: found?.count, to: `/Admin/${list}?tab=${tab}${hash}`, says }
    })
  return ({ waiting, due, stuck, money, statements, books, approvals, approved, parked, unsent }: Found) => ({
    found: some([
      ...ofParcels.map((kind) => {
        const found = stuck?.[kind]
        const says = found && text(`attention.${kind}`, { count: found.count, many: many(found) })
        return { count: found?.count, to: `/Admin/problems?kind=${kind}`, says }
      }),
      {
        count: waiting?.count,
        to: '/Admin/problems?kind=waiting',
        says: waiting && text('attention.waiting', { count: waiting.count, many: many(waiting) }),
      },
      {
        count: due?.count,
        to: '/Admin/problems?kind=due',
        says: due && text('attention.due', { count: due.count, many: many(due), amount: formatKsh(due.amount) }),
      },
      {
        count: approvals?.count,
        to: '/Admin/approvals',
        says: approvals && text('attention.approvals', { count: approvals.count, many: many(approvals) }),
      },
      {
        count: approved?.count,
        to: '/Admin/approvals?tab=waiting',
        says: approved && text('attention.approved', { count: approved.count, many: many(approved) }),
      },
      { count: unsent, to: '/Admin/system#unsent', says: unsent && text('attention.unsent', { count: unsent }) },
      { count: parked, to: '/Admin/system#internal', says: parked && text('parked.some', { count: parked }) },
    ]),
    money: some([
      ...tabs('payments', ofPayments, money),
      ...tabs('statements', ofStatements, statements, '#differences'),
      ...tabs('books', ofBooks, books),
      {
        count: books?.unapproved?.count,
        to: '/Admin/books?tab=paidOut&missing=true',
        says:
          books?.unapproved &&
          text('attention.unapproved', { count: books.unapproved.count, many: many(books.unapproved) }),
      },
    ]),
  })
}
