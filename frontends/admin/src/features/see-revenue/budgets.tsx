import type { ApiOutputs } from '@tuma/contracts/api'
import { isNearlySpent } from '@tuma/contracts/vocabulary'
import { api, confirm, queryClient, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, Card, formatDateTime, Notice } from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'

type Budgets = ApiOutputs['operations']['budgets']
type PurseRow = Budgets['purses'][number]

/**
 * The messages used today, and the switch that stops SMS to strangers. Folded until a budget is nearly used up or strangers
 * are stopped.
 */
export const MessageBudgets = () => {
  const text = useText(texts)
  const { data } = useQuery(api.operations.budgets.queryOptions())
  if (!data) return null
  const { purses, stopped } = data
  const isUrgent = stopped !== null || purses.some(isNearlySpent)
  return (
    <Card className="mb-4 py-1!">
      <details open={isUrgent || undefined}>
        <summary className="min-h-11 content-center font-semibold">{text('budgets.title')}</summary>
        <div className="grid gap-2 pb-2">
          <ul className="grid gap-x-6 md:grid-cols-2">
            {purses.map((row) => (
              <Row key={row.purse} {...row} />
            ))}
          </ul>
          <p className="t-hint">{text('budgets.shared')}</p>
          <Strangers stopped={stopped} />
        </div>
      </details>
    </Card>
  )
}

const Row = (row: PurseRow) => {
  const text = useText(texts)
  const { purse, spent, left } = row
  const used = text('budgets.used', { spent: spent.toLocaleString('en'), most: (spent + left).toLocaleString('en') })
  const isNearly = isNearlySpent(row)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t py-2">
      <span>{text(`budgets.${purse}`)}</span>
      <span className={isNearly ? 'font-semibold text-danger tabular-nums' : 'tabular-nums'}>
        {isNearly ? `${used}: ${text('budgets.nearly')}` : used}
      </span>
    </li>
  )
}

const Strangers = ({ stopped }: Pick<Budgets, 'stopped'>) => {
  const text = useText(texts)
  const change = useStop()
  const stop = async (): Promise<void> => {
    const question = { title: text('budgets.stopAsk'), text: text('budgets.stopMeans'), yes: text('budgets.stop') }
    if (await confirm({ ...question, danger: true })) change.mutate({ stop: true })
  }
  if (stopped) {
    const by = stopped.by ?? text('budgets.anAdmin')
    return (
      <>
        <Notice tone="warning">{text('budgets.stopped', { since: formatDateTime(stopped.since), by })}</Notice>
        <div>
          <Button size="small" loading={change.isPending} onClick={() => change.mutate({ stop: false })}>
            {text('budgets.admit')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button variant="secondary" size="small" loading={change.isPending} onClick={() => void stop()}>
        {text('budgets.stop')}
      </Button>
      <span className="t-hint">{text('budgets.stopHint')}</span>
    </div>
  )
}

const useStop = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.operations.key() })
  return useSubmission(api.operations.stopStrangers, {
    onSuccess: ({ stopped }) => {
      toast.success(text(stopped ? 'budgets.nowStopped' : 'budgets.nowAdmitted'))
      return refresh()
    },
    onError: (error) => {
      sayRefused(text('budgets.failed'), error)
      return refresh()
    },
  })
}
