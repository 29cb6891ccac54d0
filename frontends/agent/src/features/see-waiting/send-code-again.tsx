import type { Delivery } from '@tuma/contracts/api'
import { awaitsCode } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { troubleTexts } from '../../trouble-texts.ts'
import { useNewCode } from '../move-parcel/new-code.tsx'

/** Whoever has lost the SMS is told again; the button stays where it is, so that the focus does too. */
export const SendCodeAgain = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(troubleTexts)
  const { send, isPending } = useNewCode(delivery)
  if (!awaitsCode(delivery)) return null
  return (
    <Button size="small" variant="secondary" loading={isPending} onClick={send}>
      {text('waiting.code')}
    </Button>
  )
}
