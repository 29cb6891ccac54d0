import { type RowKindOfStatements, type StatementPreview, treatForm } from '@tuma/contracts/api'
import { type TreatedKind, treatedKinds } from '@tuma/contracts/vocabulary'
import { Pencil, Undo2 } from '@tuma/kit/icons'
import { api, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { DataList, FormDialog, Loaded, Select, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { told, useDone } from '../../deciding.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { Cents } from './amounts.tsx'

type Kind = StatementPreview['kinds'][number] | RowKindOfStatements

/** Unknown kinds of entries in all statements, and how each is treated. Renders nothing without such kinds. */
export const Kinds = () => {
  const text = useText(texts)
  const kinds = useQuery(api.statements.kinds.queryOptions())
  if (kinds.data?.length === 0) return null
  return (
    <section className="mb-6" aria-labelledby="kinds">
      <h2 id="kinds" className="mb-1 text-lg font-semibold">
        {text('kinds.title')}
      </h2>
      <Loaded query={kinds} failed={text('kinds.failed')}>
        {(rows) => (
          <>
            <p className="t-hint mb-3">{text('kinds.what')}</p>
            <List kinds={rows} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The unknown kinds of one file. */
export const KindsOf = ({ kinds }: { kinds: StatementPreview['kinds'] }) => {
  const text = useText(texts)
  if (kinds.length === 0) return null
  return (
    <section aria-labelledby="kinds-of-file">
      <h3 id="kinds-of-file" className="font-semibold">
        {text('kinds.title')}
      </h3>
      <p className="t-hint mb-2">{text('kinds.what')}</p>
      <List kinds={kinds} />
    </section>
  )
}

const List = ({ kinds }: { kinds: readonly Kind[] }) => {
  const text = useText(texts)
  const [treated, setTreated] = useState<Kind | null>(null)
  const [undone, setUndone] = useState<Kind | null>(null)
  return (
    <>
      {treated ? <Treat kind={treated} onClose={() => setTreated(null)} /> : null}
      {undone ? <UndoKind kind={undone} onClose={() => setUndone(null)} /> : null}
      <DataList
        label={text('kinds.title')}
        rows={kinds}
        rowKey={({ _id }) => _id}
        columns={[
          { header: text('kinds.name'), primary: true, cell: ({ name }) => name },
          { header: text('kinds.direction'), cell: ({ direction }) => text(`kinds.${direction}`) },
          { header: text('kinds.sum'), cell: (kind) => <Sum of={kind} />, align: 'end' },
          { header: text('kinds.as'), cell: ({ as }) => text(as === null ? 'kinds.notSaid' : `kinds.is.${as}`) },
        ]}
        actions={(kind) => (
          <div tabIndex={-1} className="rounded-lg">
            <RowButtons>
              {kind.as === null ? (
                <RowButton icon={Pencil} label={text('kinds.treat')} of={kind.name} onClick={() => setTreated(kind)} />
              ) : (
                <RowButton icon={Undo2} label={text('kinds.undo')} of={kind.name} onClick={() => setUndone(kind)} />
              )}
            </RowButtons>
          </div>
        )}
      />
    </>
  )
}

const Sum = ({ of: { count, cents } }: { of: Kind }) => (
  <>
    {count.toLocaleString('en')} · <Cents of={cents} />
  </>
)

const Treat = ({ kind: { name, direction }, onClose }: { kind: Kind; onClose: () => void }) => {
  const text = useText(texts)
  const done = useDone(onClose)
  const { mutateAsync } = useSubmission(api.statements.treatKind, told)
  const form = useForm({
    schema: treatForm,
    defaults: { as: '' as TreatedKind },
    failed: text('kinds.notTreated'),
    submit: async ({ as }) => {
      await mutateAsync({ name, direction, as })
      await done(text('kinds.treated', { name }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('kinds.treatOf', { name })}
      description={text('kinds.treatWhat')}
      action={text('kinds.save')}
    >
      <Select
        data-first
        label={text('kinds.as')}
        {...form.field('as')}
        options={treatedKinds.map((value) => ({ value, label: text(`kinds.is.${value}`) }))}
      />
    </FormDialog>
  )
}

const UndoKind = ({ kind: { _id: id, name }, onClose }: { kind: Kind; onClose: () => void }) => {
  const text = useText(texts)
  const done = useDone(onClose)
  const { mutateAsync } = useSubmission(api.statements.undoKind, told)
  const form = useForm({
    schema: z.object({}),
    defaults: {},
    failed: text('kinds.notUndone'),
    submit: async () => {
      await mutateAsync({ id })
      await done(text('kinds.undone', { name }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('kinds.undoOf', { name })}
      description={text('kinds.undoWhat')}
      action={text('kinds.undo')}
    >
      {null}
    </FormDialog>
  )
}
