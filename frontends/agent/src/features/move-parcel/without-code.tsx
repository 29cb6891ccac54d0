import type { Delivery } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { useUnderWay } from './moved.ts'
import type { AskFor } from './step-dialogs.tsx'
import { usePress } from './steps.ts'

/** Whoever comes has no code: the parcel is collected at once, and then it is asked who took it. */
export const WithoutCode = ({ delivery, askFor }: { delivery: Delivery; askFor: AskFor }) => {
  const text = useText(texts)
  const collect = usePress('assignPicker', delivery, (collected) => askFor('picker', collected))
  const underWay = useUnderWay(delivery._id)
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="t-hint">{text('handOver.without')}</p>
      <Button variant="secondary" wide loading={underWay} onClick={collect}>
        {text('step.assignPicker')}
      </Button>
    </div>
  )
}
