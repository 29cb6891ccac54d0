import type { Booking } from '@tuma/contracts/api'
import { formatKsh, promptRefusals } from '@tuma/contracts/vocabulary'
import { promptTexts } from '@tuma/kit/parcels'
import { useSentence, useText } from '@tuma/kit/runtime'
import { newParcelTexts } from '../../new-parcel-texts.ts'

type Asked = NonNullable<Booking['asked']>
const isPromptRefusal = (code: string): code is keyof typeof promptRefusals => Object.hasOwn(promptRefusals, code)

/** The state of a booking in one sentence, read out when it changes. */
export function WaitingState({ booking }: { booking: Booking }) {
  return <p role="status">{useStateInWords(booking)}</p>
}

const useStateInWords = ({ state, asked, paid, total, failed, parcel }: Booking): string => {
  const text = useText(newParcelTexts)
  const sentence = useSentence()
  const ofAsked = useAskedInWords(total - paid)
  if (failed) return text('wait.failed', { sum: formatKsh(paid), why: sentence(failed.message) })
  if (parcel) return text('wait.booked')
  if (state === 'funded') return text('wait.funded')
  if (state !== 'open' || asked === null) return text('wait.ended')
  const part = paid > 0 ? text('wait.part', { paid: formatKsh(paid), missing: formatKsh(total - paid) }) : ''
  return [part, ofAsked(asked)].filter((words) => words !== '').join(' ')
}

const useAskedInWords = (missing: number) => {
  const text = useText(newParcelTexts)
  const promptText = useText(promptTexts)
  const sentence = useSentence()
  return ({ how, state, code, message = '', phone }: Asked): string => {
    if (state === 'arrived') return text('wait.arrived')
    if (state === 'refused')
      return code && isPromptRefusal(code) ? promptText(`promptRefused.${code}`) : sentence(message)
    return how === 'till' ? text('wait.till') : text('wait.asked', { sum: formatKsh(missing), phone: phone ?? '' })
  }
}
