import type { Unsent as UnsentMessage } from '@tuma/contracts/api'
import { heldReasons, restoredReason, unansweredReason } from '@tuma/contracts/vocabulary'
import { alert, api, confirm, queryClient, toast, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, DataList, DateTime } from '@tuma/kit/ui'
import { useKnownWord } from '../../known-word.ts'
import { Paged } from '../../paged.tsx'
import { named, RowButtons } from '../../row-button.tsx'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { MessageName, useMessageName } from './message-name.tsx'
import { SectionHead } from './section-head.tsx'

/**
 * SMS and e-mails that should have left: those that are tried again automatically, and those that wait for an admin to send
 * or dismiss them.
 */
export const UnsentMessages = () => {
  const text = useText(texts)
  const pages = usePages(api.operations.unsent, {})
  const name = useMessageName()
  const whose = (row: UnsentMessage) => [name(row), row.parcel?.trackingId].filter(Boolean).join(', ')
  return (
    <section aria-labelledby="unsent">
      <SectionHead id="unsent" title={text('unsent.title')} intro={text('unsent.intro')} />
      <Paged pages={pages} failed={text('unsent.failed')} none={<p>{text('unsent.none')}</p>}>
        {(rows) => (
          <>
            <ForAll canBeSent={rows.some(({ canBeSent }) => canBeSent)} />
            <DataList
              look="pairs"
              label={text('unsent.title')}
              rows={rows}
              rowKey={({ messageId }) => messageId}
              columns={[
                { header: text('unsent.message'), primary: true, cell: (row) => <MessageName {...row} /> },
                { header: text('unsent.reason'), name: 'long', cell: (row) => <Reason {...row} /> },
                { header: text('unsent.next'), name: 'long', cell: (row) => <Next {...row} /> },
                { header: text('unsent.since'), name: 'date', cell: ({ since }) => <DateTime at={since} /> },
              ]}
              actions={(row) => (
                <RowButtons>
                  {row.canBeSent ? <SendOne messageId={row.messageId} of={whose(row)} /> : null}
                  <DismissOne messageId={row.messageId} of={whose(row)} />
                </RowButtons>
              )}
            />
          </>
        )}
      </Paged>
    </section>
  )
}

/** A reason from a provider is shown as the provider names it. */
const Reason = ({ reason, attempts }: UnsentMessage) => {
  const text = useText(texts)
  const word = useKnownWord()
  if (reason === null && attempts === 0) return text('unsent.notTried')
  return (
    <>
      {reason && (word(`unsent.because.${reason}`) ?? <code className="text-xs break-words">{reason}</code>)}
      {attempts > 0 ? (
        <span className="block text-xs text-ink-soft">{text('unsent.attempts', { count: attempts })}</span>
      ) : null}
    </>
  )
}

const isHeld = (reason: string | null): boolean => heldReasons.some((held) => held === reason)

const Next = ({ isWaiting, canBeSent, attempts, reason }: UnsentMessage) => {
  const text = useText(texts)
  if (reason === 'no-provider') return text('unsent.waitsForProvider')
  if (isWaiting) return text(attempts > 0 ? 'unsent.triedAgain' : 'unsent.waitsForTurn')
  if ((reason === restoredReason || reason === unansweredReason) && canBeSent) return text('unsent.isRestored')
  if (isHeld(reason)) return text('unsent.isHeld')
  return text(canBeSent ? 'unsent.waitsForYou' : 'unsent.linkEnded')
}

const ForAll = ({ canBeSent }: { canBeSent: boolean }) => {
  const text = useText(texts)
  const send = useSend()
  const dismiss = useDismiss()
  const sendAll = async (): Promise<void> => {
    const question = { title: text('unsent.sendAllAsk'), text: text('unsent.sendAllMeans') }
    if (await confirm({ ...question, yes: text('unsent.sendAll') })) send.mutate({})
  }
  const dismissAll = async (): Promise<void> => {
    const question = { title: text('unsent.dismissAllAsk'), text: text('unsent.dismissAllMeans') }
    if (await confirm({ ...question, yes: text('unsent.dismissAll'), danger: true })) dismiss.mutate({})
  }
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {canBeSent ? (
        <Button loading={send.isPending} onClick={() => void sendAll()}>
          {text('unsent.sendAll')}
        </Button>
      ) : null}
      <Button variant="secondary" loading={dismiss.isPending} onClick={() => void dismissAll()}>
        {text('unsent.dismissAll')}
      </Button>
    </div>
  )
}

type One = { messageId: string; of: string }

const SendOne = ({ messageId, of }: One) => {
  const text = useText(texts)
  const send = useSend()
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={named(text('unsent.send'), of)}
      loading={send.isPending}
      onClick={() => send.mutate({ messageId })}
    >
      {text('unsent.send')}
    </Button>
  )
}

const DismissOne = ({ messageId, of }: One) => {
  const text = useText(texts)
  const dismiss = useDismiss()
  const ask = async (): Promise<void> => {
    const question = { title: text('unsent.dismissAsk'), text: text('unsent.dismissMeans') }
    if (await confirm({ ...question, yes: text('unsent.dismiss'), danger: true })) dismiss.mutate({ messageId })
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className="text-danger"
      aria-label={named(text('unsent.dismiss'), of)}
      loading={dismiss.isPending}
      onClick={() => void ask()}
    >
      {text('unsent.dismiss')}
    </Button>
  )
}

/** Refreshes the list, and its count on the dashboard and in the menu. */
const refresh = () => queryClient.invalidateQueries({ queryKey: api.operations.key() })

/** A message that fails again stays in the list with one attempt more; one whose parcel is gone can't be sent. */
const useSend = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  return useSubmission(api.operations.sendUnsent, {
    onSuccess: ({ sent }) => {
      if (sent > 0) toast.success(text('unsent.sent', { count: sent }))
      else void alert(text('unsent.nothingToSend'), text('unsent.nothingLeft'))
      return refresh()
    },
    onError: (error) => {
      sayRefused(text('unsent.notSent'), error)
      return refresh()
    },
  })
}

const useDismiss = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  return useSubmission(api.operations.dismissUnsent, {
    onSuccess: ({ dismissed }) => {
      if (dismissed > 0) toast.success(text('unsent.dismissed', { count: dismissed }))
      else void alert(text('unsent.notDismissed'), text('unsent.beingSent'))
      return refresh()
    },
    onError: (error) => {
      sayRefused(text('unsent.notDismissed'), error)
      return refresh()
    },
  })
}
