import { phoneErasure } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, queryClient, toast, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Card, DataList, DateTime, Form, PhoneField, SearchField, SubmitButton, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'

/** Opted-out numbers, and a form for a person who opts out by a call. This cannot be undone. */
export const OptOuts = () => {
  const text = useText(texts)
  const [search, setSearch] = useState('')
  const pages = usePages(api.marketing.optOuts, search === '' ? {} : { search })
  const none = text(search === '' ? 'optOuts.none' : 'optOuts.noneFound')
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <AddOptOut />
      <div className="grid gap-3">
        <SearchField label={text('optOuts.search')} inputMode="tel" value={search} onSearch={setSearch} />
        <Paged pages={pages} failed={text('optOuts.failed')} none={none}>
          {(rows) => (
            <DataList
              label={text('sms.tab.optedOut')}
              rows={rows}
              rowKey={({ phone, since }) => `${phone} ${since}`}
              columns={[
                { header: text('people.phone'), primary: true, cell: ({ phone }) => displayPhone(phone) },
                { header: text('users.since'), cell: ({ since }) => <DateTime at={since} dayOnly /> },
              ]}
            />
          )}
        </Paged>
      </div>
    </div>
  )
}

const typed = z.pick(phoneErasure, { phone: true })

const AddOptOut = () => {
  const text = useText(texts)
  const add = useSubmission(api.marketing.optOut)
  const form = useForm({
    schema: typed,
    defaults: { phone: '' },
    failed: text('optOuts.notAdded'),
    submit: async (person) => {
      await add.mutateAsync(person)
      toast.success(text('optOuts.added', { phone: person.phone }))
      form.reset({ phone: '' })
      await queryClient.invalidateQueries({ queryKey: api.marketing.key() })
    },
  })
  return (
    <Card>
      <Form form={form} label={text('optOuts.add')}>
        <h2>{text('optOuts.add')}</h2>
        <p className="t-hint">{text('optOuts.what')}</p>
        <PhoneField label={text('people.phone')} {...form.field('phone')} autoComplete="off" />
        <SubmitButton form={form} wide>
          {text('optOuts.add')}
        </SubmitButton>
      </Form>
    </Card>
  )
}
