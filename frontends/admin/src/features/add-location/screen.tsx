import { newLocation } from '@tuma/contracts/api'
import { ArrowLeft } from '@tuma/kit/icons'
import { api, queryClient, toast, useNavigate, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  ButtonLink,
  Card,
  Form,
  MoneyField,
  PageHeader,
  SubmitButton,
  TextArea,
  TextField,
  useForm,
} from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'

const list = '/Admin/location'

/** "Moi Avenue, , Tom Mboya " → Moi Avenue and Tom Mboya */
const splitPoints = (typed: string): string[] =>
  typed
    .split(',')
    .map((point) => point.trim())
    .filter((point) => point !== '')

/** The user types all points in one field, with commas between them. */
const typedLocation = z.object({
  locationName: newLocation.shape.locationName,
  pickupPoints: z.pipe(z.string(), z.pipe(z.transform(splitPoints), newLocation.shape.pickupPoints)),
  price: newLocation.shape.price,
})

export const AddLocation = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const navigate = useNavigate()
  const add = useSubmission(api.network.addLocation)
  const form = useForm({
    schema: typedLocation,
    defaults: { locationName: '', pickupPoints: '', price: undefined },
    onFailure: (error) => sayRefused(text('location.notAdded'), error),
    submit: async (location) => {
      await add.mutateAsync(location)
      toast.success(text('location.added'))
      void queryClient.invalidateQueries({ queryKey: api.locations.key() })
      await navigate(list)
    },
  })
  return (
    <>
      <PageHeader title={text('location.add')} intro={text('location.intro')}>
        <ButtonLink to={list} variant="secondary" icon={ArrowLeft}>
          {text('back')}
        </ButtonLink>
      </PageHeader>
      <Card className="max-w-lg">
        <Form form={form}>
          <TextField label={text('location.name')} autoComplete="off" {...form.field('locationName')} />
          <TextArea
            label={text('location.points')}
            hint={text('location.pointsHint')}
            rows={3}
            {...form.field('pickupPoints')}
          />
          <MoneyField
            label={text('location.dukaniKsh')}
            hint={text('location.usualFee')}
            optional
            {...form.field('price', { number: true })}
          />
          <SubmitButton form={form} wide>
            {text('location.add')}
          </SubmitButton>
        </Form>
      </Card>
    </>
  )
}
