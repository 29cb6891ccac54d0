import { toneOfVerdict } from '@tuma/contracts/vocabulary'
import { Link, toast, useSentence, useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { scanInTexts } from '../../scan-in-texts.ts'
import { whereItGoes } from '../move-parcel/where-it-goes.ts'
import type { Line } from './scanned-list.ts'
import { useSecond } from './use-second.ts'
import { useVerdictWords } from './verdict-words.ts'

/** One scan: the parcel, what followed and where it goes. For ten seconds it can be undone. */
export const ScanLine = ({ line, onUndo }: { line: Line; onUndo: (key: string) => Promise<boolean> }) => {
  const text = useText(scanInTexts)
  const { id, answer, sticker } = line
  const row = answer?.delivery
  const place = row ? whereItGoes(row).place : ''
  const shownId = answer?.trackingId ?? id
  return (
    <li className="scan-line" data-tone={answer ? toneOfVerdict[answer.verdict] : undefined}>
      <span className="scan-line-id">
        {row ? (
          <Link
            to={`/Agent/delivery/${row.deliveryType}/${row._id}`}
            state={{ back: '/Agent/scan' }}
            aria-label={shownId}
          >
            <Id id={shownId} />
          </Link>
        ) : (
          <Id id={shownId} />
        )}
      </span>
      <span className="scan-line-words">
        <span className="scan-line-says">
          {sticker === null ? <Says line={line} /> : text('sticker.bound', { sticker: sticker.slice(-4) })}
        </span>
        {place ? <span className="t-hint">{text('line.to', { place })}</span> : null}
      </span>
      {line.key !== null && line.undoUntil !== null ? (
        <Undo line={line} lineKey={line.key} until={line.undoUntil} onUndo={onUndo} />
      ) : null}
    </li>
  )
}

const Id = ({ id }: { id: string }) => (
  <span className="scan-id">
    <span>{id.slice(0, -4)}</span>
    <strong>{id.slice(-4)}</strong>
  </span>
)

const Says = ({ line: { answer, state, refusal } }: { line: Line }) => {
  const text = useText(scanInTexts)
  const sentence = useSentence()
  const toWords = useVerdictWords()
  if (refusal !== null) return <span className="text-danger">{sentence(refusal)}</span>
  if (answer) return toWords(answer).sentence
  return text(state === 'asking' ? 'line.asking' : state === 'noNetwork' ? 'line.noNetwork' : 'line.saved')
}

/** Shows the seconds that are left. */
const Undo = ({
  line,
  lineKey,
  until,
  onUndo,
}: {
  line: Line
  lineKey: string
  until: string
  onUndo: (key: string) => Promise<boolean>
}) => {
  const text = useText(scanInTexts)
  const left = Math.ceil((Date.parse(until) - useSecond()) / 1000)
  if (left <= 0) return null
  const undo = async (): Promise<void> => {
    const four = line.id.slice(-4)
    if (await onUndo(lineKey)) toast.success(text('undo.done', { four }))
    else toast.error(text('undo.tooLate'))
  }
  return (
    <Button variant="secondary" size="small" className="scan-undo" onClick={() => void undo()}>
      {text('line.undo')} <span className="sr-only">{line.id}</span>
      <span className="scan-left" aria-hidden>
        {left}
      </span>
    </Button>
  )
}
