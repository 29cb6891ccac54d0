import type { Delivery, ParcelMessages } from '@tuma/contracts/api'
import { Send } from '@tuma/kit/icons'
import { api, queryClient, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, Card, DateTime, Loaded } from '@tuma/kit/ui'
import { useKnownWord } from '../../known-word.ts'
import { named } from '../../row-button.tsx'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'

type Message = ParcelMessages['rows'][number]

/** The messages about a parcel and whether they arrived, newest first; each can be sent again. */
export const Messages = ({ delivery: { _id: id } }: { delivery: Delivery }) => {
  const text = useText(texts)
  const messages = useQuery(api.parcelMessages.list.queryOptions({ input: { id } }))
  return (
    <Card className="grid gap-4">
      <h2>{text('messages.title')}</h2>
      <Loaded query={messages} failed={text('messages.failed')}>
        {({ rows, left }) =>
          rows.length === 0 ? (
            <p>{text('messages.none')}</p>
          ) : (
            <>
              <ol className="grid gap-4">
                {rows.map((message) => (
                  <One key={message._id} parcelId={id} message={message} left={left} />
                ))}
              </ol>
              <p className="t-hint">{left > 0 ? text('messages.left', { count: left }) : text('messages.noneLeft')}</p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

type OneProps = { parcelId: string; message: Message; left: number }

const One = ({ parcelId, message, left }: OneProps) => {
  const text = useText(texts)
  const name = useKnownWord()(`unsent.template.${message.template}`) ?? message.template
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-l-4 border-line-strong pl-4">
      <div className="min-w-0">
        <p className="font-semibold">
          {name} <State {...message} />
        </p>
        <p className="text-sm text-ink-soft">
          {[text(`messages.to.${message.to}`), message.phone ?? text('unsent.channel.email')].join(' · ')}
        </p>
        <p className="text-sm text-ink-soft">
          <DateTime at={message.at} />
        </p>
        <Reason {...message} />
      </div>
      {message.canSendAgain && left > 0 ? <Again parcelId={parcelId} messageId={message._id} of={name} /> : null}
    </li>
  )
}

const tones: Record<Message['state'], 'good' | 'bad' | 'plain'> = {
  delivered: 'good',
  sent: 'plain',
  kept: 'plain',
  waiting: 'plain',
  undelivered: 'bad',
  unanswered: 'bad',
  failed: 'bad',
  dismissed: 'plain',
}

const State = ({ state }: Message) => (
  <span className="t-badge message-state" data-tone={tones[state]}>
    {useText(texts)(`messages.state.${state}`)}
  </span>
)

/** A provider's word without a text of ours is shown as it is. */
const Reason = ({ reason }: Message) => {
  const word = useKnownWord()
  if (reason === null) return null
  const known = word(`messages.because.${reason}`) ?? word(`unsent.because.${reason}`)
  return <p className="text-sm">{known ?? <code className="text-xs break-words">{reason}</code>}</p>
}

const Again = ({ parcelId: id, messageId, of }: { parcelId: string; messageId: string; of: string }) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.parcelMessages.key() })
  const { mutate, isPending } = useSubmission(api.parcelMessages.sendAgain, {
    onSuccess: () => {
      toast.success(text('messages.sentAgain'))
      return refresh()
    },
    onError: (error) => {
      sayRefused(text('messages.notSent'), error)
      return refresh()
    },
  })
  return (
    <Button
      variant="secondary"
      size="small"
      icon={Send}
      aria-label={named(text('messages.again'), of)}
      loading={isPending}
      onClick={() => mutate({ id, messageId })}
    >
      {text('messages.again')}
    </Button>
  )
}
