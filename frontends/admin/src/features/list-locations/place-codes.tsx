import { type CodeOfPlace, codeOfPlace } from '@tuma/contracts/api'
import { Pencil } from '@tuma/kit/icons'
import { api, calls, queryClient, toast, useQuery, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { DataList, EmptyState, FormDialog, Loaded, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { RowButton } from '../../row-button.tsx'
import { texts } from '../../texts.ts'

/** The codes for sorting parcels, printed large on labels. */
export const PlaceCodes = () => {
  const text = useText(texts)
  const codes = useQuery(api.network.placeCodes.queryOptions())
  const [edited, setEdited] = useState<CodeOfPlace | null>(null)
  return (
    <section className="mt-10 grid gap-4">
      <div>
        <h2>{text('placeCodes.title')}</h2>
        <p className="text-ink-soft">{text('placeCodes.intro')}</p>
      </div>
      {edited ? <EditCode of={edited} onClose={() => setEdited(null)} /> : null}
      <Loaded query={codes} failed={text('placeCodes.failed')} empty={<EmptyState title={text('locations.none')} />}>
        {(rows) => (
          <DataList
            label={text('placeCodes.title')}
            look="pairs head"
            rows={rows}
            rowKey={({ place }) => place}
            columns={[
              { header: text('prices.place'), primary: true, cell: ({ place }) => place },
              { header: text('placeCodes.code'), cell: ({ code }) => <strong className="font-mono">{code}</strong> },
            ]}
            actions={(row) => (
              <RowButton icon={Pencil} label={text('edit')} of={row.place} onClick={() => setEdited(row)} />
            )}
          />
        )}
      </Loaded>
    </section>
  )
}

const typed = z.object({ code: codeOfPlace.shape.code })

const EditCode = ({ of: { place, code }, onClose }: { of: CodeOfPlace; onClose: () => void }) => {
  const text = useText(texts)
  const form = useForm({
    schema: typed,
    defaults: { code },
    failed: text('placeCodes.notSaved'),
    submit: async (changed) => {
      await calls.network.setPlaceCode({ place, ...changed })
      toast.success(text('location.saved', { place }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: api.network.placeCodes.key() })
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title={place} action={text('save')}>
      <TextField
        label={text('placeCodes.code')}
        hint={text('placeCodes.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={4}
        {...form.field('code')}
      />
    </FormDialog>
  )
}
