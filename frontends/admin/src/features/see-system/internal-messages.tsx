import { api, queryClient, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, DataList, DateTime, Loaded } from '@tuma/kit/ui'
import { named } from '../../row-button.tsx'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { byKey, type Waiting } from './by-key.ts'
import { SectionHead } from './section-head.tsx'

/** Messages between services that failed by themselves, with those that wait behind them. */
export const InternalMessages = () => {
  const text = useText(texts)
  const parked = useQuery(api.operations.parked.queryOptions())
  return (
    <section aria-labelledby="internal">
      <SectionHead id="internal" title={text('parked.title')} intro={text('parked.intro')} />
      <Loaded query={parked} failed={text('parked.failed')} empty={<p>{text('parked.none')}</p>}>
        {(messages) => (
          <DataList
            words="many"
            label={text('parked.title')}
            rows={byKey(messages)}
            rowKey={({ topic, group, key }) => `${topic} ${group} ${key}`}
            columns={[
              { header: text('parked.message'), primary: true, cell: ({ messages }) => messages[0]?.type },
              { header: text('parked.reason'), cell: ({ messages }) => messages[0]?.reason },
              { header: text('parked.where'), cell: ({ topic, group }) => `${topic} → ${group}` },
              { header: text('parked.key'), cell: ({ key }) => <code className="text-sm">{key}</code> },
              { header: text('parked.behind'), cell: ({ messages }) => messages.length - 1, align: 'end' },
              { header: text('parked.since'), cell: ({ messages }) => <DateTime at={messages[0]?.parkedAt ?? ''} /> },
            ]}
            actions={(waiting) => <Replay waiting={waiting} />}
          />
        )}
      </Loaded>
    </section>
  )
}

/** A message that fails again is parked again, and the list shows it. */
const Replay = ({ waiting: { topic, group, key } }: { waiting: Waiting }) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.operations.key() })
  const replay = useSubmission(api.operations.replay, {
    onSuccess: ({ replayed }) => {
      toast.success(text('parked.replayed', { count: replayed }))
      return refresh()
    },
    onError: (error) => {
      sayRefused(text('parked.notReplayed'), error)
      return refresh()
    },
  })
  return (
    <Button
      size="small"
      aria-label={named(text('parked.replay'), key)}
      loading={replay.isPending}
      onClick={() => replay.mutate({ topic, group, key })}
    >
      {text('parked.replay')}
    </Button>
  )
}
