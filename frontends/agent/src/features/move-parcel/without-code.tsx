import type { Delivery } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import type { AskFor } from './step-dialogs.tsx'
import { usePress } from './steps.ts'

type Props = { delivery: Delivery; onClose: () => void; askFor: AskFor }

/**
 * Whoever comes has no code: the parcel is collected at once, and then it is asked who took it. Of one that came back from a
 * door nobody is written down.
 */
export const WithoutCode = ({ delivery, onClose, askFor }: Props) => {
  const text = useText(texts)
  const toPicker = delivery.nextStep?.step === 'assignPicker'
  const collect = usePress(toPicker ? 'assignPicker' : 'confirmReceipt', delivery, (collected) => {
    if (toPicker) askFor('picker', collected)
  })
  const press = (): void => {
    onClose()
    // A dialog that closes gives the focus back a moment later: to the row, which must still be there, or it is lost with it.
    setTimeout(() => setTimeout(collect))
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="t-hint">{text(toPicker ? 'handOver.without' : 'handOver.withoutToSender')}</p>
      <Button variant="secondary" wide onClick={press}>
        {text(toPicker ? 'step.assignPicker' : 'handOver.withoutCode')}
      </Button>
    </div>
  )
}
