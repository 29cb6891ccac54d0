import { newPrice } from '@tuma/contracts/api'
import { pricingTiers } from '@tuma/contracts/vocabulary'
import { toast, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, MoneyField, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { changesTo, type Destination } from './destinations.ts'
import { carryOut } from './price-changes.ts'

const price = z.optional(newPrice.shape.price)
const typedPrices = z.object({ place: newPrice.shape.place, 'same-day': price, express: price })

/** Only a new place has a name field. An empty price means that this tier is not offered there. */
export const EditPrices = ({ destination, onClose }: { destination: Destination; onClose: () => void }) => {
  const text = useText(texts)
  const isNew = destination.place === ''
  const form = useForm({
    schema: typedPrices,
    defaults: {
      place: destination.place,
      'same-day': destination.prices['same-day']?.price,
      express: destination.prices.express?.price,
    },
    failed: text('prices.notSaved'),
    submit: async ({ place, ...typed }): Promise<void> => {
      if (isNew && pricingTiers.every((tier) => typed[tier] === undefined)) {
        form.setError('same-day', text('prices.onePrice'))
        return
      }
      await carryOut(changesTo({ ...destination, place }, typed))
      toast.success(text('prices.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isNew ? text('prices.add') : destination.place}
      action={text('save')}
    >
      {isNew ? <TextField label={text('prices.place')} autoComplete="off" {...form.field('place')} /> : null}
      <MoneyField
        label={text('prices.sameDayKsh')}
        hint={text('prices.sameDayHint')}
        optional
        {...form.field('same-day', { number: true })}
      />
      <MoneyField
        label={text('prices.expressKsh')}
        hint={text('prices.expressHint')}
        optional
        {...form.field('express', { number: true })}
      />
    </FormDialog>
  )
}
