import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, DateTime } from '@tuma/kit/ui'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'
import { MessageName } from './message-name.tsx'
import { SectionHead } from './section-head.tsx'

/** SMS and e-mails of the last day that went again because the first sending had no answer. */
export const RepeatedMessages = () => {
  const text = useText(texts)
  const pages = usePages(api.operations.repeated, {})
  return (
    <section aria-labelledby="repeated">
      <SectionHead id="repeated" title={text('repeated.title')} intro={text('repeated.intro')} />
      <Paged pages={pages} failed={text('unsent.failed')} none={<p>{text('repeated.none')}</p>}>
        {(rows) => (
          <DataList
            look="pairs"
            label={text('repeated.title')}
            rows={rows}
            rowKey={({ messageId }) => messageId}
            columns={[
              { header: text('unsent.message'), primary: true, cell: (row) => <MessageName {...row} /> },
              { header: text('repeated.at'), name: 'date', cell: ({ at }) => <DateTime at={at} /> },
            ]}
          />
        )}
      </Paged>
    </section>
  )
}
