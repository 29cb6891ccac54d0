import { trackingIdIn } from '@tuma/contracts/vocabulary'
import type { SavedStep } from '@tuma/kit/outbox'
import { ApiError, alert, confirm, useErrorText, useText } from '@tuma/kit/runtime'
import { Button, DataList, EmptyState, formatDateTime, PageHeader } from '@tuma/kit/ui'
import { savedTexts } from '../../saved-steps/saved-texts.ts'
import { useIsAway, useOutbox, useSavedSteps } from '../../saved-steps/use-outbox.ts'
import { KeepFocus } from '../move-parcel/keep-focus.tsx'

/** What waits on this phone, and what the server refused: those need the agent. */
export const Saved = () => {
  const text = useText(savedTexts)
  const steps = useSavedSteps()
  const refused = steps.filter(({ state }) => state === 'needsYou')
  const waiting = steps.filter(({ state }) => state === 'waiting')
  return (
    <>
      <PageHeader title={text('saved.title')} intro={text('saved.intro')} />
      <KeepFocus>
        {refused.length + waiting.length === 0 ? <EmptyState title={text('saved.none')} /> : null}
        <Steps title={text('saved.needsYou')} steps={refused} />
        <Steps title={text('saved.waiting')} steps={waiting} />
      </KeepFocus>
    </>
  )
}

const Steps = ({ title, steps }: { title: string; steps: readonly SavedStep[] }) => {
  const text = useText(savedTexts)
  const say = useSentenceOfStep()
  const nameOf = useNameOfStep()
  if (steps.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2">{title}</h2>
      <DataList
        label={title}
        words="some"
        rows={steps}
        rowKey={({ key }) => key}
        columns={[
          { header: text('saved.step'), cell: (step) => <Name name={nameOf(step)} />, primary: true },
          { header: text('saved.when'), cell: ({ doneAt }) => formatDateTime(doneAt) },
          { header: text('saved.what'), cell: say, name: 'long' },
        ]}
        actionsLabel={text('saved.buttons')}
        actions={(step) => <Buttons step={step} name={nameOf(step)} />}
      />
    </section>
  )
}

const Buttons = ({ step, name }: { step: SavedStep; name: string }) => {
  const text = useText(savedTexts)
  const outbox = useOutbox()
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: text('saved.sure'),
      text: `${name}. ${text(step.state === 'waiting' && step.tries > 0 ? 'saved.sure.sent' : 'saved.sure.unsent')}`,
      yes: text('saved.remove'),
      no: text('saved.keep'),
      danger: true,
    })
    if (isSure) await outbox.remove(step.key)
  }
  const failed = () => void alert(text('saved.notRemoved'))
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={text('saved.again.which', { step: name })}
        onClick={() => void outbox.retry(step.key).catch(failed)}
      >
        {text('saved.again')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={text('saved.remove.which', { step: name })}
        onClick={() => void remove().catch(failed)}
      >
        {text('saved.remove')}
      </Button>
    </>
  )
}

/** A tracking ID is not broken over two lines. */
const Name = ({ name }: { name: string }) => {
  const id = trackingIdIn(name)
  if (id === null) return name
  return (
    <>
      {name.slice(0, -id.length)}
      <span className="whitespace-nowrap">{id}</span>
    </>
  )
}

/** "Scan in TM-7K3M-9PQR-2XVW": what the agent did, and with which parcel. */
const useNameOfStep = () => {
  const text = useText(savedTexts)
  return ({ kind, target }: SavedStep): string => `${text(`saved.${kind}`)} ${trackingIdIn(target) ?? target}`
}

const useSentenceOfStep = () => {
  const text = useText(savedTexts)
  const sayRefusal = useErrorText()
  const isAway = useIsAway()
  return ({ state, tries, answer }: SavedStep): string => {
    if (state === 'needsYou') return sayRefusal(toRefusal(answer), text('saved.refused'))
    if (isAway) return text('saved.waitsForNetwork')
    return text(tries > 0 ? 'saved.unanswered' : 'saved.waits')
  }
}

/** The refusal's body as the error that its call would have thrown. */
function toRefusal(answer: unknown): ApiError {
  const { code = 'fault', message = '', ...details } = (answer ?? {}) as { code?: string; message?: string }
  return new ApiError({ status: 409, code, message, details })
}
