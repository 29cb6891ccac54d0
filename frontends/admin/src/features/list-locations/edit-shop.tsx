import type { AdminLocation } from '@tuma/contracts/api'
import { mapLink, maxLandmarkLength, maxMapLinkLength } from '@tuma/contracts/vocabulary'
import { api, calls, queryClient, toast, useText } from '@tuma/kit/runtime'
import { Button, Checkbox, FormDialog, PhoneField, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { describedBy, likeMonday, positionIn, toTyped, typedShop, weekdays } from './shop-form.ts'

type Props = { location: AdminLocation; shop: string; onClose: () => void }

/** What a shop's customers see of it: how to find it, its phone, its hours. SMS include landmark and hours. */
export const EditShop = ({ location: { _id: id, locationName, shops = [] }, shop, onClose }: Props) => {
  const text = useText(texts)
  const about = shops.find(({ name }) => name === shop)
  const form = useForm({
    schema: typedShop,
    defaults: toTyped(about),
    failed: text('shop.notSaved'),
    submit: async (typed) => {
      await calls.network.describeShop({ id, shop, ...describedBy(typed) })
      const position = positionIn(typed)
      if (position) await calls.network.setPosition({ id, shop, ...position })
      toast.success(text('location.saved', { place: shop }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: api.locations.key() })
    },
  })
  const copyMonday = (): void => {
    for (const [index, day] of likeMonday(form.values('days')).entries()) {
      form.set(`days.${index}.opens`, day.opens)
      form.set(`days.${index}.closes`, day.closes)
    }
  }
  return (
    <FormDialog form={form} onClose={onClose} title={shop} action={text('save')}>
      <TextField
        label={text('shop.landmark')}
        hint={text('shop.landmarkHint')}
        optional
        autoComplete="off"
        maxLength={maxLandmarkLength}
        {...form.field('landmark')}
      />
      <PhoneField
        label={text('shop.phone')}
        hint={text('shop.phoneHint')}
        optional
        autoComplete="off"
        {...form.field('phone')}
      />
      <TextField
        label={text('shop.position')}
        hint={
          <>
            {text('shop.positionHint')}{' '}
            {about?.position ? (
              <a
                href={mapLink({ name: shop, place: locationName, position: about.position })}
                target="_blank"
                rel="noopener noreferrer"
              >
                {text('shop.onMap')}
              </a>
            ) : null}
          </>
        }
        optional
        autoComplete="off"
        maxLength={maxMapLinkLength}
        {...form.field('position')}
      />
      <fieldset className="office-hours">
        <legend className="t-label mb-1.5">{text('shop.hours')}</legend>
        <p className="t-hint">{text('shop.hoursHint')}</p>
        {weekdays.map((day, index) => (
          <div key={day}>
            <TextField
              type="time"
              label={text('shop.opens', { day: text(`weekday.${day}`) })}
              aria-required={false}
              {...form.field(`days.${index}.opens`)}
            />
            <TextField
              type="time"
              label={text('shop.closes')}
              aria-required={false}
              {...form.field(`days.${index}.closes`)}
            />
          </div>
        ))}
        <Button type="button" variant="secondary" onClick={copyMonday}>
          {text('shop.likeMonday')}
        </Button>
      </fieldset>
      <TextField
        label={text('shop.closedDays')}
        hint={text('shop.closedDaysHint')}
        optional
        autoComplete="off"
        {...form.field('closedDays')}
      />
      <Checkbox label={text('shop.closedToday')} {...form.field('closedToday')} />
    </FormDialog>
  )
}
