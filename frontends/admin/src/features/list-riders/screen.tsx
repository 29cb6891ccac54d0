import { newRider, type Rider } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { Pencil, Plus, Trash2 } from '@tuma/kit/icons'
import { Reach } from '@tuma/kit/parcels'
import { api, calls, Link, queryClient, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
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
import { type MouseEvent, useState } from 'react'
import { useRemoval } from '../../removal.ts'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { CorrectRider } from './correct-rider.tsx'
import { useMayHavePhone } from './may-have-phone.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: api.agent.riders.key() })

export const Riders = () => {
  const text = useText(texts)
  const riders = useQuery(api.agent.riders.queryOptions())
  const remove = useRemove()
  const [corrected, setCorrected] = useState<Rider | null>(null)
  return (
    <>
      <PageHeader title={text('riders.title')} intro={text('riders.intro')}>
        <ToForm />
      </PageHeader>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-6">
        <Loaded query={riders} failed={text('riders.failed')} empty={<EmptyState title={text('riders.none')} />}>
          {(rows) => (
            <DataList
              label={text('riders.title')}
              look="pairs head"
              rows={rows}
              rowKey={(rider) => rider._id}
              columns={[
                { header: text('people.name'), primary: true, cell: ({ name }) => name },
                { header: text('people.phone'), name: 'plain', cell: ({ phone }) => displayPhone(phone) },
                {
                  header: text('riders.underway'),
                  name: 'short',
                  align: 'end',
                  cell: (rider) => <Load rider={rider} />,
                },
              ]}
              actions={(rider) => (
                <RowButtons>
                  <Reach name={rider.name} phone={rider.phone} />
                  <RowButton icon={Pencil} label={text('edit')} of={rider.name} onClick={() => setCorrected(rider)} />
                  <RowButton
                    danger
                    icon={Trash2}
                    label={text('delete')}
                    of={rider.name}
                    loading={remove.pending?._id === rider._id}
                    onClick={() => void remove.ask(rider)}
                  />
                </RowButtons>
              )}
            />
          )}
        </Loaded>
        <AddRider riders={riders.data ?? []} />
      </div>
      {corrected ? (
        <CorrectRider rider={corrected} riders={riders.data ?? []} onClose={() => setCorrected(null)} />
      ) : null}
    </>
  )
}

/** The number of parcels of a rider, as a link to these parcels. */
const Load = ({ rider: { _id, name, underway } }: { rider: Rider }) => {
  const text = useText(texts)
  if (!underway) return underway ?? '–'
  return (
    <Link
      to={`/Admin/deliveries?rider=${_id}`}
      className="inline-flex min-h-11 min-w-11 items-center justify-end underline"
      aria-label={text('riders.parcelsOf', { count: underway, name })}
    >
      {underway}
    </Link>
  )
}

const formId = 'add-rider'

/** On small screens the form is below the list; this link moves the focus to its first field. */
const ToForm = () => {
  const text = useText(texts)
  const lead = (event: MouseEvent): void => {
    event.preventDefault()
    document.getElementById(formId)?.querySelector('input')?.focus()
  }
  return (
    <a href={`#${formId}`} onClick={lead} className="t-button xl:hidden" data-variant="primary" data-size="normal">
      <Plus size={18} aria-hidden />
      {text('riders.add')}
    </a>
  )
}

const AddRider = ({ riders }: { riders: readonly Rider[] }) => {
  const text = useText(texts)
  const mayHavePhone = useMayHavePhone(riders)
  const add = useSubmission(api.network.addRider)
  const form = useForm({
    schema: newRider,
    defaults: { name: '', phone: '' },
    failed: text('riders.notAdded'),
    submit: async (rider) => {
      if (!(await mayHavePhone(rider.phone, { title: text('riders.again'), yes: text('riders.add') }))) return
      await add.mutateAsync(rider)
      toast.success(text('riders.added'))
      form.reset({ name: '', phone: '' })
      await refresh()
    },
  })
  return (
    <Card id={formId}>
      <Form form={form} label={text('riders.add')}>
        <h2>{text('riders.add')}</h2>
        <div className="grid gap-4 sm:max-xl:grid-cols-[1fr_1fr_auto] sm:max-xl:items-start">
          <TextField label={text('people.name')} {...form.field('name')} autoComplete="off" />
          <PhoneField label={text('people.phone')} {...form.field('phone')} autoComplete="off" />
          <div className="sm:max-xl:mt-[1.9rem]">
            <SubmitButton form={form} wide>
              {text('riders.add')}
            </SubmitButton>
          </div>
        </div>
      </Form>
    </Card>
  )
}

const useRemove = () => {
  const text = useText(texts)
  return useRemoval<Rider>({
    question: ({ name }) => ({ title: text('riders.sure', { name }), text: text('riders.what') }),
    remove: ({ _id: id }) => calls.network.removeRider({ id }),
    done: text('riders.deleted'),
    failed: text('riders.notDeleted'),
    onGone: refresh,
  })
}
