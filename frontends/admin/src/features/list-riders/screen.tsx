import { newRider, type Rider } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { Trash2 } from '@tuma/kit/icons'
import {
  alert,
  api,
  confirm,
  queryClient,
  toast,
  useErrorText,
  useMutation,
  useQuery,
  useSubmission,
  useText,
} from '@tuma/kit/runtime'
import {
  Card,
  DataList,
  EmptyState,
  Form,
  Loaded,
  PageHeader,
  PhoneField,
  SubmitButton,
  TextField,
  useForm,
} from '@tuma/kit/ui'
import { RowButton } from '../../row-button.tsx'
import { texts } from '../../texts.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: api.agent.riders.key() })

export const Riders = () => {
  const text = useText(texts)
  const riders = useQuery(api.agent.riders.queryOptions())
  const remove = useRemove()
  return (
    <>
      <PageHeader title={text('riders.title')} intro={text('riders.intro')} />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <AddRider />
        <Loaded query={riders} failed={text('riders.failed')} empty={<EmptyState title={text('riders.none')} />}>
          {(rows) => (
            <DataList
              label={text('riders.title')}
              rows={rows}
              rowKey={(rider) => rider._id}
              columns={[
                { header: text('people.name'), primary: true, cell: ({ name }) => name },
                { header: text('people.phone'), cell: ({ phone }) => displayPhone(phone) },
              ]}
              actions={(rider) => (
                <RowButton
                  danger
                  icon={Trash2}
                  label={text('delete')}
                  loading={remove.pendingId === rider._id}
                  onClick={() => void remove.ask(rider)}
                />
              )}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

const AddRider = () => {
  const text = useText(texts)
  const add = useSubmission(api.network.addRider)
  const form = useForm({
    schema: newRider,
    defaults: { name: '', phone: '' },
    failed: text('riders.notAdded'),
    submit: async (rider) => {
      await add.mutateAsync(rider)
      toast.success(text('riders.added'))
      form.reset({ name: '', phone: '' })
      await refresh()
    },
  })
  return (
    <Card>
      <Form form={form} label={text('riders.add')}>
        <h2>{text('riders.add')}</h2>
        <TextField label={text('people.name')} {...form.field('name')} autoComplete="off" />
        <PhoneField label={text('people.phone')} {...form.field('phone')} autoComplete="off" />
        <SubmitButton form={form} wide>
          {text('riders.add')}
        </SubmitButton>
      </Form>
    </Card>
  )
}

const useRemove = () => {
  const text = useText(texts)
  const say = useErrorText()
  const remove = useMutation(
    api.network.removeRider.mutationOptions({
      onSuccess: () => {
        toast.success(text('riders.deleted'))
        return refresh()
      },
      onError: (error) => void alert(text('riders.notDeleted'), say(error, '')),
    }),
  )
  const ask = async ({ _id: id, name }: Rider): Promise<void> => {
    if (remove.isPending) return
    const question = { title: text('riders.sure', { name }), text: text('riders.what'), yes: text('delete') }
    if (await confirm({ ...question, danger: true })) remove.mutate({ id })
  }
  return { ask, pendingId: remove.isPending ? remove.variables.id : undefined }
}
