import { Tag } from '@tuma/kit/icons'
import { LabelSizes, labelTexts, recallLabelSize, useLabel } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { newParcelTexts } from '../../new-parcel-texts.ts'

/** Prints at once in the size that was chosen last in this browser; asks for one where none was. */
export function PrintLabel({ trackingId }: { trackingId: string }) {
  const text = useText(newParcelTexts)
  const label = useText(labelTexts)
  const print = useLabel(trackingId)
  const size = recallLabelSize()
  const first = (
    <Button icon={Tag} loading={print.isPending} onClick={size ? () => print.mutate(size) : undefined}>
      {label('label.print')}
    </Button>
  )
  if (!size) return <LabelSizes onChoose={print.mutate} trigger={first} />
  return (
    <>
      {first}
      <LabelSizes onChoose={print.mutate} trigger={<Button variant="quiet">{text('done.otherSize')}</Button>} />
    </>
  )
}
