import type { Delivery } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import type { AskFor } from './step-dialogs.tsx'
import { usePress } from './steps.ts'

type Props = { delivery: Delivery; onClose: () => void; askFor: AskFor }

/**
 * For a collector without the code: the parcel is marked as collected at once, then the agent records who took it. No
 * collector is recorded for a parcel that came back from a door.
 */
export const WithoutCode = ({ delivery, onClose, askFor }: Props) => {
  const text = useText(texts)
  const toPicker = delivery.nextStep?.step === 'assignPicker'
  const collect = usePress(toPicker ? 'assignPicker' : 'confirmReceipt', delivery, (collected) => {
    if (toPicker) askFor('picker', collected)
  })
  const press = (): void => {
    onClose()
    // A dialog returns the focus a moment after it closes. The row must still exist then, or the focus is lost.
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
