import { type Delivery, labelSizes } from '@tuma/contracts/api'
import { labelTexts, rememberLabelSize, useLabel } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button, Dialog } from '@tuma/kit/ui'
import { useAbout } from '../move-parcel/say-moved.tsx'

/** From a parcel's row, where it is stuck on before it goes to the shelf: for what is it printed? */
export const LabelOf = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(labelTexts)
  const about = useAbout()
  const print = useLabel(delivery.trackingId, onClose)
  return (
    <Dialog open onClose={onClose} title={text('label.print')} description={about(delivery)}>
      <div className="flex flex-col gap-3">
        {labelSizes.map((size) => (
          <Button
            key={size}
            variant="secondary"
            wide
            loading={print.isPending && print.variables === size}
            onClick={() => {
              rememberLabelSize(size)
              print.mutate(size)
            }}
          >
            {text(`label.${size}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
