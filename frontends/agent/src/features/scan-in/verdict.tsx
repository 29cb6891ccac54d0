import type { ScanAnswer } from '@tuma/contracts/api'
import { CircleCheck, OctagonX, TriangleAlert } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { useNotSavedText } from '../../saved-steps/index.ts'
import { scanInTexts } from '../../scan-in-texts.ts'
import { getTone, type Verdict as Said } from './use-verdict.ts'
import { useVerdictWords, type VerdictWords } from './verdict-words.ts'

const icons = { good: CircleCheck, look: TriangleAlert, stop: OctagonX }

/** What is said of the newest scan, over the whole width: to be read at arm's length, and by a screen reader. */
export const Verdict = ({ shown }: { shown: { verdict: Said; number: number } | null }) => {
  const say = useSay()
  const said = shown && say(shown.verdict)
  const tone = shown && getTone(shown.verdict)
  const Icon = tone && icons[tone]
  return (
    <>
      <p role="status" className="sr-only">
        {said?.spoken}
      </p>
      {said && Icon ? (
        <div key={shown.number} className="scan-verdict" data-tone={tone} aria-hidden>
          <p className="scan-word">
            <Icon aria-hidden /> {said.word}
          </p>
          <p className="scan-rest">
            <span className="scan-four">{said.four}</span> {said.rest}
          </p>
        </div>
      ) : null}
    </>
  )
}

/** `four`: the last four of the parcel, where it is one. */
type Spoken = { readonly word: string; readonly rest: string; readonly four: string; readonly spoken: string }

const useSay = (): ((verdict: Said) => Spoken) => {
  const text = useText(scanInTexts)
  const toWords = useVerdictWords()
  const sayNotSaved = useNotSavedText()
  return (verdict) => {
    if (verdict.says === 'answer') return sayAnswer(verdict.answer, toWords(verdict.answer))
    if (verdict.says === 'sticker') {
      const parcel = verdict.answer.delivery?.trackingId.slice(-4) ?? ''
      const rest = text('sticker.on', { sticker: verdict.sticker.slice(-4), parcel })
      return { word: text('sticker.word'), rest, four: '', spoken: rest }
    }
    const four = verdict.id.slice(-4)
    const isSaved = verdict.says === 'saved'
    const rest = isSaved ? text(verdict.isAway ? 'line.noNetwork' : 'line.saved') : sayNotSaved(verdict.error)
    return { word: text(isSaved ? 'verdict.saved' : 'verdict.notStored'), rest, four, spoken: `${four}. ${rest}` }
  }
}

const sayAnswer = ({ trackingId }: ScanAnswer, { word, rest, sentence }: VerdictWords): Spoken => {
  const four = trackingId?.slice(-4) ?? ''
  return { word, rest, four, spoken: four ? `${four}. ${sentence}` : sentence }
}
