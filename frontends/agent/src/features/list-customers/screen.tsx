import '../../counter.css'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { parcelTexts, Reach } from '@tuma/kit/parcels'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, EmptyState, Loaded, PageHeader, SearchField, ShowMore, useKeptSearch } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

export const Customers = () => {
  const text = useText(texts)
  const parcelText = useText(parcelTexts)
  const [search, setSearch] = useKeptSearch()
  const pages = usePages(api.agent.customers, search ? { search } : {})
  return (
    <>
      <PageHeader title={text('customers.title')} intro={text('customers.intro')} />
      <search className="mb-5 block md:max-w-md">
        <SearchField label={text('customers.search')} value={search} onSearch={setSearch} />
      </search>
      <Loaded
        query={pages.query}
        failed={text('customers.failed')}
        empty={<EmptyState title={text(search ? 'customers.noMatch' : 'customers.none')} />}
      >
        {(rows) => (
          <DataList
            words="many"
            label={text('customers.title')}
            look="pairs customers"
            rows={rows}
            rowKey={({ _id: { name, phone }, deliveryType }) => `${phone} ${name} ${deliveryType}`}
            columns={[
              { header: text('customers.name'), primary: true, cell: (customer) => customer._id.name },
              {
                header: text('customers.phone'),
                name: 'plain phone',
                cell: (customer) => <Phone phone={customer._id.phone} />,
              },
              {
                header: text('customers.trackerId'),
                name: 'plain newest',
                cell: (customer) => <span className="t-whole font-mono">{customer._id.trackerId}</span>,
              },
              {
                header: text('customers.type'),
                name: 'plain type',
                cell: ({ deliveryType }) => parcelText(`type.${deliveryType}`),
              },
              {
                header: text('customers.total'),
                name: 'total',
                align: 'end',
                cell: (customer) => customer.totalDeliveries,
              },
            ]}
            actionsLabel={text('list.reach')}
            actions={({ _id: { name, phone } }) => <Reach name={name} phone={phone} />}
          />
        )}
      </Loaded>
      <ShowMore pages={pages} failed={text('customers.failed')} />
    </>
  )
}

const Phone = ({ phone }: { phone: string }) => (
  <a href={`tel:+${phone}`} className="inline-flex items-center t-whole underline min-h-11">
    {displayPhone(phone)}
  </a>
)
