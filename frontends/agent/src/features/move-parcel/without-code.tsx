import type { Delivery } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import type { AskFor } from './step-dialogs.tsx'
import { usePress } from './steps.ts'

type Props = { delivery: Delivery; onClose: () => void; askFor: AskFor }

/** Whoever comes has no code: the parcel is collected at once, and then it is asked who took it. */
export const WithoutCode = ({ delivery, onClose, askFor }: Props) => {
  const text = useText(texts)
  const collect = usePress('assignPicker', delivery, (collected) => askFor('picker', collected))
  const press = (): void => {
    onClose()
    // A dialog that closes gives the focus back a moment later: to the row, which must still be there, or it is lost with it.
    setTimeout(() => setTimeout(collect))
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="t-hint">{text('handOver.without')}</p>
      <Button variant="secondary" wide onClick={press}>
        {text('step.assignPicker')}
      </Button>
    </div>
  )
}
