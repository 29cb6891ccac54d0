import { PackageCheck } from '@tuma/kit/icons'
import { api, queryClient, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, DataList, DateTime, EmptyState, Loaded, PageHeader } from '@tuma/kit/ui'
import { named } from '../../row-button.tsx'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { BehindCard } from './behind-card.tsx'
import { byKey, type Waiting } from './by-key.ts'

export const ParkedMessages = () => {
  const text = useText(texts)
  const parked = useQuery(api.operations.parked.queryOptions())
  return (
    <>
      <PageHeader title={text('parked.title')} intro={text('parked.intro')} />
      <BehindCard />
      <Loaded
        query={parked}
        failed={text('parked.failed')}
        empty={<EmptyState icon={PackageCheck} title={text('parked.none')} />}
      >
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
    </>
  )
}

/** A message that fails again is parked again, and the list shows that. */
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
