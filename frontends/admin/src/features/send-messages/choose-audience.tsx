import type { ApiInputs, ApiOutputs } from '@tuma/contracts/api'
import { api, keepPreviousData, useQuery, useText } from '@tuma/kit/runtime'
import { Loaded, SearchField, Select } from '@tuma/kit/ui'
import { useEffect } from 'react'
import { oneOf } from '../../address.ts'
import { texts } from '../../texts.ts'

export type Audience = Omit<ApiInputs['marketing']['sendCampaign'], 'message' | 'people'>
type Counted = ApiOutputs['marketing']['previewCampaign']

/** Leaves out people who had a campaign in the last week, so that a repeated sending reaches no person twice. */
export const everybody: Audience = { quietDays: 7 }

const kinds = ['Sender', 'Receiver'] as const
const quiet = ['0', '1', '7', '30'] as const

/** Everyone who matches, not only the loaded rows; the server counts them. */
export const ChooseAudience = (props: {
  audience: Audience
  onChange: (audience: Audience) => void
  onCounted: (people: number) => void
}) => {
  const text = useText(texts)
  const { audience, onChange, onCounted } = props
  const { search: _, kind: __, ...others } = audience
  const change = ({ search, kind, quietDays = 0 }: Audience): void =>
    onChange({ ...others, quietDays, ...(search ? { search } : {}), ...(kind ? { kind } : {}) })
  const counted = useQuery(
    api.marketing.previewCampaign.queryOptions({ input: audience, placeholderData: keepPreviousData, staleTime: 0 }),
  )
  const people = counted.data?.people ?? 0
  useEffect(() => onCounted(people), [people, onCounted])
  return (
    <>
      <SearchField
        label={text('sms.search')}
        hint={text('sms.searchHint')}
        value={audience.search ?? ''}
        onSearch={(search) => change({ ...audience, search })}
      />
      <div className="grid gap-3 sm:grid-cols-2 lg:max-xl:grid-cols-1">
        <Select
          label={text('sms.kind')}
          placeholder={text('sms.kind.any')}
          value={audience.kind ?? ''}
          onChange={(event) => change({ ...audience, kind: oneOf(kinds, event.target.value) })}
          options={kinds.map((value) => ({ value, label: text(`sms.kind.${value}`) }))}
          aria-required={false}
        />
        <Select
          label={text('sms.quiet')}
          placeholder={null}
          value={String(audience.quietDays ?? 0)}
          onChange={(event) => change({ ...audience, quietDays: Number(event.target.value) })}
          options={quiet.map((value) => ({ value, label: text(`sms.quiet.${value}`) }))}
        />
      </div>
      <Loaded query={counted} failed={text('sms.contactsFailed')}>
        {(found) => <Reached counted={found} />}
      </Loaded>
    </>
  )
}

const Reached = ({ counted: { people, more, optedOut, hadOne, notMobile } }: { counted: Counted }) => {
  const text = useText(texts)
  const leftOut = { optedOut, hadOne, notMobile }
  return (
    <div aria-live="polite" className="rounded-lg bg-sunken p-4">
      <p className="font-display text-xl font-extrabold">{text('sms.reaches', { count: people })}</p>
      <ul className="t-hint">
        {(['optedOut', 'hadOne', 'notMobile'] as const).map((reason) =>
          leftOut[reason] > 0 ? (
            <li key={reason}>{text(`sms.leftOut.${reason}`, { count: leftOut[reason] })}</li>
          ) : null,
        )}
        {more ? <li>{text('sms.moreMatch')}</li> : null}
      </ul>
    </div>
  )
}
